// The shortest script that shows each difference, by its name.

const http = { ai: 7, transport: 'http', chatId: 'chat-1', predicate: 'both', http: {}, messages: [] };
const says = (text) => ({ do: 'send', message: { text } });
const respond = { do: 'respond' };
const end = { do: 'end' };
const chunks = (...all) => all.map((chunk) => ({ do: 'chunk', chunk }));
const bytes = (text) => ({ do: 'bytes', bytes: [...new TextEncoder().encode(text)] });

const question = (toolCallId, more = {}) => ({
  type: 'tool-input-available',
  toolCallId,
  toolName: 'askUser',
  input: { question: '?' },
  ...more,
});
const approval = (toolCallId, approvalId = `for-${toolCallId}`) => ({
  type: 'tool-approval-request',
  approvalId,
  toolCallId,
});
const result = (toolCallId, more = {}) => ({ type: 'tool-output-available', toolCallId, output: 'done', ...more });
const text = (id = 't') => [
  { type: 'text-start', id },
  { type: 'text-delta', id, delta: 'Good.' },
  { type: 'text-end', id },
];
const start = (messageId) => ({ type: 'start', messageId });
const step = { type: 'start-step' };
const finish = { type: 'finish', finishReason: 'stop' };
const output = (toolCallId, value = 'yes', more = {}) => ({
  do: 'output',
  tool: 'askUser',
  toolCallId,
  output: value,
  ...more,
});
const decision = (toolCallId, approved = true, more = {}) => ({
  do: 'approval',
  id: `for-${toolCallId}`,
  approved,
  ...more,
});

/** A response from its beginning to its end. */
const response = (...all) => [respond, ...chunks(start('a1'), step, ...all, finish), end];
const asks = (...all) => [says('go'), ...response(...all)];

export const examples = {
  'a refused answer changes nothing': {
    setup: http,
    steps: [...asks(question('q1')), output('q1', 'first'), ...response(...text()), output('q1', 'second')],
  },
  'an answer is for one call': {
    setup: { ...http, predicate: 'none' },
    steps: [...asks(question('q1'), result('q1'), step, question('q1')), output('q1')],
  },
  'a result keeps no approval that was not granted': {
    setup: { ...http, ai: 6, predicate: 'none' },
    steps: [...asks(question('q1'), approval('q1'), result('q1'), question('q1')), output('q1')],
  },
  'without an answer nothing is sent by itself': {
    setup: http,
    steps: asks(question('s1'), result('s1')),
  },
  'an answer waits for what else its message asks': {
    setup: http,
    steps: [...asks(question('m1'), approval('m1'), step, question('q1')), output('q1')],
  },
  'what may have run is not sent again by itself': {
    setup: { ...http, predicate: 'tools' },
    steps: [
      ...asks(question('m1'), approval('m1')),
      decision('m1'),
      { do: 'send' },
      ...response(step, question('q1')),
      output('q1'),
    ],
  },
  'the options of an answer are used': {
    setup: http,
    steps: [
      says('go'),
      respond,
      ...chunks(start('a1'), step, question('q1')),
      output('q1', 'yes', { options: { headers: { 'x-answer': '1' } } }),
      ...chunks(finish),
      end,
    ],
  },
  'a new message settles what is open': {
    setup: http,
    steps: [...asks(question('q1'), question('m1'), approval('m1')), says('never mind')],
  },
  'a stop while streaming cancels what is open': {
    setup: http,
    steps: [
      says('go'),
      respond,
      ...chunks(start('a1'), step, question('q1'), question('m1'), approval('m1')),
      { do: 'stop' },
    ],
  },
  'a continued message keeps its id': {
    setup: http,
    steps: [...asks(question('q1')), output('q1'), respond, ...chunks(start('minted'), step, ...text(), finish), end],
  },
  'a call that is said again is asked about again': {
    setup: http,
    steps: [
      says('go'),
      respond,
      ...chunks(start('a1'), step, question('m1'), approval('m1')),
      decision('m1'),
      ...chunks(question('m1', { input: { question: 'another?' } })),
    ],
  },
  'a later start renames the message': {
    setup: http,
    steps: [says('go'), respond, ...chunks(start('a1'), step, ...text(), start('a2'))],
  },
  'metadata that is no object is replaced': {
    setup: http,
    steps: [
      says('go'),
      respond,
      ...chunks({ ...start('a1'), messageMetadata: 7 }, { type: 'message-metadata', messageMetadata: { n: 1 } }),
    ],
  },
  'a message whose answer is of no use any more is not named': {
    setup: { ...http, predicate: 'none' },
    steps: [
      says('go'),
      respond,
      ...chunks(start('a1'), step, question('m1'), approval('m1')),
      decision('m1'),
      ...chunks(result('m1'), finish),
      end,
      says('and?'),
      respond,
      ...chunks(start('a2'), step, ...text(), finish),
      end,
      { do: 'send' },
    ],
  },
  'what onFinish is told is what is shown': {
    setup: http,
    steps: asks(...text(), step),
  },
  'an edit leaves no messageId in the message': {
    setup: http,
    steps: [
      says('go'),
      ...response(...text()),
      { do: 'send', message: { messageId: 'id-1', parts: [{ type: 'text', text: 'edited' }] } },
    ],
  },
  'the last event needs no blank line': {
    setup: http,
    steps: [
      says('go'),
      respond,
      bytes('data: {"type":"start","messageId":"a1"}\n\ndata: {"type":"text-start","id":"t"}'),
      end,
    ],
  },
  'the input of an invalid call is its input': {
    setup: { ...http, ai: 6 },
    steps: asks({ ...question('s1'), type: 'tool-input-error', errorText: 'no' }, ...text()),
  },
  'a text goes on after its step': {
    setup: { ...http, ai: 6 },
    steps: asks({ type: 'text-start', id: 't' }, { type: 'finish-step' }, { type: 'text-end', id: 't' }),
  },
  'a payload that is left out is undefined': {
    setup: http,
    steps: asks(question('s1'), { type: 'tool-output-available', toolCallId: 's1' }, ...text()),
  },
  'citations are kept as they are written': {
    setup: http,
    steps: asks({ type: 'text-start', id: 't' }, { type: 'text-end', id: 't', citations: [{ page: 7 }] }),
  },
  'what is sent already holds no message up': {
    setup: { ...http, queue: true },
    steps: [
      ...asks(question('q1'), approval('q1')),
      decision('q1'),
      respond,
      ...chunks(start('a1')),
      says('and then?'),
      end,
    ],
  },
  'a refused edit drops nothing': {
    setup: { ...http, queue: true },
    steps: [
      says('go'),
      respond,
      ...chunks(start('a1')),
      says('and then?'),
      { do: 'send', message: { messageId: 'nobody', text: 'edited' } },
    ],
  },
  'what is asked for anew lets the queue go on': {
    setup: { ...http, queue: true },
    steps: [says('go'), { do: 'stop' }, { do: 'regenerate' }, ...response(question('q1')), says('and then?')],
  },
};
