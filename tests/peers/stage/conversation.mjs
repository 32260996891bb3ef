// The built package as the client of a real peer, in Node.
import { ChatController, lastAssistantMessageIsComplete } from 'countersign';

/** How long a test waits for something that a peer has to do, in milliseconds. */
const PATIENCE = 10_000;

/** A conversation under test. */
export class Conversation {
  /** @type {ChatController} */
  chat;
  /** Every status in turn, and every error. */
  log = [];

  constructor(init) {
    this.chat = new ChatController({
      sendAutomaticallyWhen: lastAssistantMessageIsComplete,
      onError: (error) => this.log.push(error.message),
      ...init,
    });
    this.chat.subscribe(() => {
      if (this.log.at(-1) !== this.chat.status) this.log.push(this.chat.status);
    });
  }

  async say(text) {
    await this.chat.sendMessage(text === undefined ? undefined : { text });
    await this.settled();
  }

  /** The last message. */
  get reply() {
    return this.chat.messages.at(-1);
  }

  /** The text of the last message. */
  get text() {
    return this.reply.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');
  }

  /** The tool calls of all messages, oldest first. */
  get calls() {
    return this.chat.messages.flatMap(({ parts }) => parts).filter((part) => 'toolCallId' in part);
  }

  /** The only call of that tool, or its last one. */
  call(tool) {
    const found = this.calls.findLast(({ type, toolName }) => type === `tool-${tool}` || toolName === tool);
    if (!found) throw new Error(`No call of ${tool} among ${this.states}`);
    return found;
  }

  /** Each call with its state. */
  get states() {
    return this.calls.map((part) => `${part.toolName ?? part.type.slice('tool-'.length)}: ${part.state}`);
  }

  async until(what, condition) {
    if (condition()) return;
    await new Promise((resolve, reject) => {
      const give = setTimeout(() => {
        leave();
        reject(new Error(`${what}: not within ${PATIENCE} ms; ${this.chat.status}, ${this.states}, ${this.text}`));
      }, PATIENCE);
      const leave = this.chat.subscribe(() => {
        if (!condition()) return;
        clearTimeout(give);
        leave();
        resolve(undefined);
      }, 'chunk');
    });
  }

  /** Nothing is under way, and nothing follows by itself. */
  async settled() {
    const isIdle = () => this.chat.status === 'ready' || this.chat.status === 'error';
    do {
      await this.until('the turn ends', isIdle);
      await new Promise((resolve) => setTimeout(resolve, 30)); // an automatic request would follow at once
    } while (!isIdle());
  }

  /** What must survive a reload: the messages as they would be saved. */
  saved() {
    return JSON.parse(JSON.stringify(this.chat.messages));
  }

  end() {
    this.chat.dispose();
  }
}
