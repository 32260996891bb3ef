import type { Word } from '../words/table';

/** One way in which the server misbehaves, and what to say and do to meet it. */
export interface Scene {
  id: string;
  /** What the server is told: see `server/faults.mjs`. */
  fault: string;
  name: Word;
  /** What the server does. */
  what: Word;
  /** What both panes are told, and what the person then does in each. */
  words: string;
  next: Word;
}

export const SCENES: Scene[] = [
  {
    id: 'no-step',
    fault: 'no-step',
    name: 'A reply without a step',
    what: 'The server goes on after an answer without the event that begins a step, as a server of one’s own easily does. The answered question then looks like the last thing that happened.',
    words: 'Note how I like my mails',
    next: 'Answer the question in both panes.',
  },
  {
    id: 'empty',
    fault: 'empty',
    name: 'An empty reply',
    what: 'The server takes the decision, says 200, and nothing else.',
    words: 'Tell the team about the launch',
    next: 'Allow the mail in both panes.',
  },
  {
    id: 'one-step',
    fault: 'one-step',
    name: 'A step limit',
    what: 'The server lets the agent take one step in a request. A step with nothing but server tools looks complete, as if a person had answered it.',
    words: 'Go through the contacts',
    next: 'Nothing to do: watch the numbers.',
  },
  {
    id: 'lost',
    fault: 'lost once',
    name: 'A cut after Allow',
    what: 'The mail goes out, and the connection breaks before anybody hears of it.',
    words: 'Tell the team about the launch',
    next: 'Allow the mail in both panes.',
  },
  {
    id: 'none',
    fault: 'none',
    name: 'No fault',
    what: 'The server behaves. Both panes do the same.',
    words: 'Plan the launch mail',
    next: 'Answer, deny or allow as you like.',
  },
];
