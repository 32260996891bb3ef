// What any state of a chat has to do at least: decode bytes, split events, JSON.parse each, append, show. In JavaScript.
import { IncrementalJson } from './incremental-json.mjs';

/**
 * The messages, and the only changes that the workloads need.
 *
 * @param {object} options
 * @param {boolean} options.perRead show once per network read, and not once per event
 * @param {boolean} options.intact leave everything that was shown as it was
 * @param {boolean} options.readsInput show half-received tool input as a value
 */
export function floorStore(messages, notify, { perRead, intact, readsInput }) {
  let list = messages;
  let edition = 1;
  let listEdition = 1;
  let message = null;
  let messageEdition = 0;
  let at = -1;
  let grown = 0;
  let isChanged = false;
  const open = new Map();

  const touchList = () => {
    if (intact && listEdition !== edition) {
      list = list.slice();
      listEdition = edition;
    }
    return list;
  };
  const touchParts = () => {
    if (messageEdition !== edition) {
      message = { ...message, parts: message.parts.slice() };
      messageEdition = edition;
      touchList()[at] = message;
    }
    return message.parts;
  };
  const show = () => {
    isChanged = false;
    notify(grown);
    edition++;
    for (const { json } of open.values()) json?.publish();
  };
  const changed = (length) => {
    grown = length;
    isChanged = true;
    if (!perRead) show();
  };
  const setPart = (index, part, length = 0) => {
    touchParts()[index] = part;
    changed(length);
  };

  const begin = ({ messageId }) => {
    const last = list.at(-1);
    if (last?.id === messageId) {
      message = last;
      at = list.length - 1;
      message.parts.forEach((part, index) => {
        if (part.toolCallId) open.set(part.toolCallId, { index });
      });
    } else {
      message = { id: messageId, role: 'assistant', parts: [] };
      messageEdition = edition;
      at = touchList().push(message) - 1;
    }
    changed(0);
  };

  return {
    get messages() {
      return list;
    },
    push(value) {
      touchList().push(value);
    },
    replace(index, value) {
      touchList()[index] = value;
      grown = 0;
      show();
    },
    /** The network read is over. */
    endOfRead() {
      if (isChanged) show();
    },
    apply(chunk) {
      switch (chunk.type) {
        case 'start':
          begin(chunk);
          break;
        case 'start-step':
          touchParts().push({ type: 'step-start' });
          break;
        case 'text-start': {
          const index = touchParts().length;
          open.set(chunk.id, { index });
          setPart(index, { type: 'text', text: '', state: 'streaming' });
          break;
        }
        case 'text-delta': {
          const { index } = open.get(chunk.id);
          const text = message.parts[index].text + chunk.delta;
          setPart(index, { type: 'text', text, state: 'streaming' }, text.length);
          break;
        }
        case 'text-end': {
          const { index } = open.get(chunk.id);
          const part = message.parts[index];
          setPart(index, { ...part, state: 'done' }, part.text.length);
          break;
        }
        case 'tool-input-start': {
          const index = touchParts().length;
          open.set(chunk.toolCallId, { index, json: readsInput ? new IncrementalJson(intact) : undefined });
          const { toolName, toolCallId } = chunk;
          setPart(index, {
            type: `tool-${toolName}`,
            toolCallId,
            state: 'input-streaming',
            rawInput: '',
            input: undefined,
          });
          break;
        }
        case 'tool-input-delta': {
          const { index, json } = open.get(chunk.toolCallId);
          const part = message.parts[index];
          const rawInput = part.rawInput + chunk.inputTextDelta;
          setPart(index, { ...part, rawInput, input: json?.push(chunk.inputTextDelta) }, rawInput.length);
          break;
        }
        case 'tool-input-available': {
          const call = open.get(chunk.toolCallId);
          call.json = undefined;
          setPart(call.index, { ...message.parts[call.index], state: 'input-available', input: chunk.input });
          break;
        }
        case 'tool-output-available': {
          const { index } = open.get(chunk.toolCallId);
          setPart(index, { ...message.parts[index], state: 'output-available', output: chunk.output });
          break;
        }
      }
    },
  };
}

/** Splits decoded text into events. */
export function eventSplitter(onData) {
  let rest = '';
  return (text) => {
    rest += text;
    let from = 0;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n', from)) {
      const data = rest.slice(from + 'data: '.length, end);
      from = end + 2;
      if (data !== '[DONE]') onData(JSON.parse(data));
    }
    rest = from === rest.length ? '' : rest.slice(from);
  };
}
