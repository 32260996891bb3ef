// The smallest real use of the package, as source text: the apps of these tests do this.

/** What the use imports. */
export const imports = '{ ChatController, lastAssistantMessageIsComplete, WasmError }';

/** A conversation whose question has been answered. */
export const messages = JSON.stringify([
  { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Ask me' }] },
  {
    id: 'm2',
    role: 'assistant',
    parts: [{ type: 'tool-ask', toolCallId: 'c1', state: 'output-available', input: {}, output: 'é' }],
  },
]);

/** An expression that uses the wasm. */
export const use = `(() => {
  const chat = new ChatController({ messages: ${messages} });
  return [chat.getSnapshot().status, chat.lastMessage.parts[0].output, lastAssistantMessageIsComplete(chat)].join(' ');
})()`;

/** What the expression gives. */
export const used = 'ready é true';

/** A statement that puts what the use gives, or what is thrown, into `result`. */
export const useOrError = `
  let result;
  try {
    result = ${use};
  } catch (error) {
    result = { code: error.code, message: error.message, ours: error instanceof WasmError, hasCause: 'cause' in error };
  }`;
