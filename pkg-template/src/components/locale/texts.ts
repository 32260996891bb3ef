import type { PluralText, Text } from './locale.js';

/** Everything that the components say, by component. */
export interface Texts {
  /** What the frame around the messages says. */
  readonly conversation: {
    readonly log: Text;
    readonly you: Text;
    readonly agent: Text;
    readonly reasoning: Text;
    readonly sources: Text;
    /** A file that has no name. */
    readonly unnamedFile: Text;
    /** In the place of a part that cannot be shown. */
    readonly notShown: Text;
    readonly latest: Text;
    readonly submitted: Text;
    readonly streaming: Text;
    readonly ready: Text;
    readonly stoppedByError: Text;
    /** How many answers the agent waits for. */
    readonly waiting: PluralText;
    readonly failed: Text;
    readonly tryAgain: Text;
    readonly dismiss: Text;
    /** The heading where the outcome of an answer is unknown. */
    readonly unknown: Text;
    readonly unknownMeans: Text;
    readonly sendAgain: Text;
    readonly unfinished: Text;
    readonly stepLimit: Text;
    readonly notTakenUp: Text;
    readonly goOn: Text;
  };
  /** Where the person writes. */
  readonly composer: {
    readonly label: Text;
    readonly placeholder: Text;
    readonly send: Text;
    readonly stop: Text;
    readonly attach: Text;
    readonly attached: Text;
    readonly remove: Text;
    readonly unreadable: Text;
    readonly tooLarge: Text;
  };
  /** What lists and bars say about what waits. */
  readonly pending: {
    /** How many things wait for the person. */
    readonly waiting: PluralText;
    readonly nothing: Text;
    readonly next: Text;
    readonly decideTogether: Text;
    readonly allowCount: PluralText;
    readonly denyCount: PluralText;
    /** A request for input that has no message. */
    readonly question: Text;
    readonly elsewhere: Text;
    readonly show: Text;
  };
  /** The rules that answer approvals. */
  readonly grants: {
    readonly title: Text;
    readonly none: Text;
    readonly allowsConversation: Text;
    readonly allowsTurn: Text;
    readonly deniesConversation: Text;
    readonly deniesTurn: Text;
    readonly anyInput: Text;
    readonly exactInput: Text;
    readonly made: Text;
    readonly revoke: Text;
  };
  /** The log of every step of every item. */
  readonly audit: {
    readonly title: Text;
    readonly none: Text;
    readonly who: Text;
    readonly details: Text;
    readonly input: Text;
    readonly answer: Text;
    readonly download: Text;
    readonly person: Text;
    readonly grant: Text;
    readonly policy: Text;
    readonly deadline: Text;
    readonly stop: Text;
    readonly agent: Text;
    readonly conversation: Text;
  };
  /** How far an item has come. */
  readonly stages: {
    readonly pending: Text;
    readonly answered: Text;
    readonly sending: Text;
    readonly unknown: Text;
    readonly approved: Text;
    readonly denied: Text;
    readonly settled: Text;
    readonly cancelled: Text;
    readonly expired: Text;
    readonly superseded: Text;
    readonly withdrawn: Text;
  };
  /** What screen readers are told, politely and once. */
  readonly announcements: {
    readonly approval: Text;
    readonly input: Text;
    readonly outcome: Text;
    /** What an item is called that no tool asked for. */
    readonly question: Text;
    readonly error: Text;
    readonly answered: Text;
  };
  /** The decision about a tool call. */
  readonly approval: {
    readonly allow: Text;
    readonly deny: Text;
  };
}
