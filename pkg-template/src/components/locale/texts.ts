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
  /** How values are shown. */
  readonly display: {
    /** In the place of a character that would not be seen. */
    readonly hiddenCharacter: Text;
    readonly showRest: PluralText;
    readonly entries: PluralText;
    readonly showEntries: PluralText;
  };
  /** The decision about a tool call. */
  readonly approval: {
    readonly question: Text;
    /** Who asks. */
    readonly source: Text;
    /** The agent shows no input. */
    readonly nothingToJudge: Text;
    readonly allow: Text;
    readonly deny: Text;
    readonly more: Text;
    readonly denyWithReason: Text;
    readonly reason: Text;
    readonly denyForReason: Text;
    readonly editAndAllow: Text;
    readonly inputAsJson: Text;
    readonly notJson: Text;
    readonly changes: Text;
    readonly noChanges: Text;
    readonly before: Text;
    readonly after: Text;
    /** In the place of a value that is not there. */
    readonly absent: Text;
    readonly allowEdited: Text;
    readonly alwaysAllow: Text;
    readonly alwaysDeny: Text;
    readonly howLong: Text;
    readonly thisTurn: Text;
    readonly thisConversation: Text;
    readonly onlyThisInput: Text;
    readonly ruleStored: Text;
    readonly allowAndStore: Text;
    readonly denyAndStore: Text;
    readonly back: Text;
    readonly timeLeft: Text;
    /** The answer can still be taken back. */
    readonly goesOutIn: Text;
    readonly undo: Text;
    readonly waitsForOthers: Text;
    readonly sending: Text;
    readonly unknown: Text;
    readonly sendAgain: Text;
    /** What became of it, and by whom. */
    readonly outcome: Text;
    readonly readOnly: Text;
    readonly notTaken: Text;
  };
  /** A tool call in a message. */
  readonly toolCall: {
    readonly input: Text;
    readonly output: Text;
    readonly failed: Text;
    readonly inputStreaming: Text;
    readonly inputAvailable: Text;
    readonly approvalRequested: Text;
    /** The call is a question, and its result the person's answer. */
    readonly waitsForAnswer: Text;
    readonly approvalResponded: Text;
    readonly outputAvailable: Text;
    readonly preliminary: Text;
    readonly outputError: Text;
    readonly outputDenied: Text;
  };
  /** A request for input. */
  readonly form: {
    /** Where the request has no message. */
    readonly title: Text;
    readonly submit: Text;
    /** Where there is nothing to fill in. */
    readonly confirm: Text;
    readonly decline: Text;
    readonly declined: Text;
    readonly cancel: Text;
    readonly required: Text;
    readonly optional: Text;
    readonly yes: Text;
    readonly no: Text;
    readonly notSaid: Text;
    /** A field without a name. */
    readonly answer: Text;
    readonly ownAnswer: Text;
    readonly addEntry: Text;
    readonly removeEntry: Text;
    readonly entry: Text;
    /** A field that cannot be shown otherwise. */
    readonly asJson: Text;
    readonly schema: Text;
    readonly sendUnjudged: Text;
    readonly cut: Text;
    readonly mended: PluralText;
  };
  /** Why an answer was not taken, by the error's code. */
  readonly refusals: {
    readonly already_answered: Text;
    readonly stale: Text;
    readonly expired: Text;
    readonly cancelled: Text;
    readonly superseded: Text;
    readonly read_only: Text;
    readonly not_carried: Text;
    readonly invalid_input: Text;
    readonly claimed: Text;
    readonly outcome_unknown: Text;
    readonly unknown_item: Text;
  };
  /** What is wrong with a field, by the error's code. */
  readonly fieldErrors: {
    readonly required: Text;
    readonly wrong_type: Text;
    readonly not_a_number: Text;
    readonly not_an_integer: Text;
    readonly unsafe_integer: Text;
    readonly too_precise: Text;
    readonly too_small: Text;
    readonly too_large: Text;
    readonly not_above: Text;
    readonly not_below: Text;
    readonly not_a_multiple: Text;
    readonly too_short: Text;
    readonly too_long: Text;
    readonly pattern_mismatch: Text;
    readonly format_mismatch: Text;
    readonly offset_missing: Text;
    readonly not_an_option: Text;
    readonly too_few_items: Text;
    readonly too_many_items: Text;
    readonly repeated_item: Text;
    readonly too_few_members: Text;
    readonly too_many_members: Text;
    readonly unknown_member: Text;
    readonly no_alternative: Text;
    readonly several_alternatives: Text;
    readonly not_allowed: Text;
    readonly not_json: Text;
    readonly not_judged: Text;
    /** A code that is not known. */
    readonly other: Text;
  };
  /** A request to visit an address. */
  readonly link: {
    readonly opens: Text;
    readonly host: Text;
    readonly whole: Text;
    readonly punycode: Text;
    readonly mixedScripts: Text;
    readonly loopback: Text;
    readonly warning: Text;
    readonly open: Text;
    readonly openAgain: Text;
    readonly finished: Text;
    readonly opened: Text;
    readonly refused: Text;
    readonly not_a_url: Text;
    readonly too_long: Text;
    readonly scheme: Text;
    readonly user_info: Text;
  };
}
