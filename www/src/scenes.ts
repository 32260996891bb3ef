import { type Conversation, emptyConversation, openingConversation } from './saved-conversation';
import type { Word } from './words/table';

/** A way into the demo. */
export interface DemoScene {
  name: Word;
  /** What there is to see. */
  what: Word;
  begin(): Conversation;
  /** Said at once. */
  words?: string;
}

export const SCENES: DemoScene[] = [
  {
    name: 'A mail that waits',
    what: 'Deny it with a reason, reload the page, allow it: only then it goes to the outbox.',
    begin: openingConversation,
  },
  {
    name: 'A question',
    what: 'The agent asks, you click, it goes on by itself.',
    begin: emptyConversation,
    words: 'Plan the launch mail',
  },
  {
    name: 'Search, select, act',
    what: 'Choose from what a search found, or nobody.',
    begin: emptyConversation,
    words: 'Invite someone',
  },
  {
    name: 'Several at once',
    what: 'Three mails wait together. Decide one by one, or pick some and decide together.',
    begin: emptyConversation,
    words: 'Write to all three',
  },
  {
    name: 'A deadline',
    what: 'Thirty seconds to decide. After that nobody has, and nothing is sent.',
    begin: () => emptyConversation({ approvalDeadlineMs: 30_000 }),
    words: 'Tell the team about the launch',
  },
  {
    name: 'Always allow',
    what: 'Under ⋯ a rule is made, shown exactly as it is stored. Ask for the same again: the rule answers. Take it back in the inspector.',
    begin: emptyConversation,
    words: 'Tell the team about the launch',
  },
  {
    name: 'Time to take it back',
    what: 'Five seconds pass before an answer leaves the page.',
    begin: () => emptyConversation({ undoWindowMs: 5_000 }),
    words: 'Tell the press about the launch',
  },
];
