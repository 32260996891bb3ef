// What a server says in one response: a well-formed list of chunks.

import * as values from './values.mjs';

const tools = ['askUser', 'sendEmail', 'getTime', 'search'];

/**
 * Writes responses. It knows the calls of the message that a response goes on
 * with, so that results meet calls that are there.
 */
export class Server {
  #random;
  #ids = 0;
  /** Which chunks this server knows: those of AI SDK 6, or all. */
  #knows;

  #oddCitations;
  /** How often it ends with what AI SDK and we do differently. */
  #oddities;

  /** @param {{ oddities?: number, oddCitations?: number }} how Probabilities. */
  constructor(random, ai, { oddities = 0.1, oddCitations = oddities } = {}) {
    this.#random = random;
    this.#oddities = oddities;
    this.#oddCitations = oddCitations;
    this.#knows = ai === 6 ? (type) => !newIn7.has(type) : () => true;
  }

  id(kind) {
    return `${kind}-${++this.#ids}`;
  }

  /**
   * The chunks of a response.
   * @param {object | undefined} message The message that it goes on with.
   */
  response(message) {
    const random = this.#random;
    const chunks = [];
    const name = message === undefined ? random.chance(0.85) && this.id('srv') : message.id;
    if (random.chance(0.97)) {
      chunks.push({
        type: 'start',
        ...(name && (message === undefined || random.chance(0.9)) ? { messageId: name } : {}),
        ...this.#some(0.2, 'messageMetadata', () => values.object(random)),
      });
    }
    chunks.push(...this.#resultsOfDecided(message));
    for (let left = random.between(1, 3); left > 0; left--) {
      const step = this.#step(callsOf(message), left === 1);
      chunks.push(...step);
      // No server goes on while it waits for an answer.
      if (leavesOpen(step) && !random.chance(this.#oddities)) break;
    }
    chunks.push(...this.#ending());
    return chunks;
  }

  #ending() {
    const random = this.#random;
    const finish = {
      type: 'finish',
      ...this.#some(0.9, 'finishReason', () =>
        random.weighted([
          [6, 'stop'],
          [4, 'tool-calls'],
          [1, 'length'],
          [1, 'content-filter'],
          [1, 'error'],
          [1, 'other'],
          [this.#knows('interrupted') ? 0.3 : 0, 'interrupted'],
        ]),
      ),
      ...this.#some(0.2, 'messageMetadata', () => values.object(random)),
    };
    return random.weighted([
      [30, [finish]],
      [1, []],
      [1, [{ type: 'error', errorText: 'An error occurred.' }]],
      [1, [{ type: 'abort', ...this.#some(0.5, 'reason', () => 'stopped by the server') }]],
    ]);
  }

  /** What became of the calls whose approval was decided: it comes before the next step. */
  #resultsOfDecided(message) {
    const random = this.#random;
    return callsOf(message)
      .filter((part) => part.state === 'approval-responded')
      .flatMap((part) =>
        part.approval.approved
          ? [this.#result(part.toolCallId)]
          : random.chance(0.9)
            ? [{ type: 'tool-output-denied', toolCallId: part.toolCallId }]
            : [],
      );
  }

  #step(earlier, isLast) {
    const random = this.#random;
    const blocks = Array.from({ length: random.between(1, 4) }, () => this.#block(earlier, isLast));
    const isEmpty = blocks.flat().every(({ transient }) => transient);
    if (isEmpty && !random.chance(this.#oddities)) blocks.push(this.#text('text'));
    const merged = random.chance(0.3) ? random.merged(blocks) : blocks.flat();
    const isRetry = this.#knows('reset-step') && random.chance(0.04);
    return [
      { type: 'start-step' },
      ...(isRetry ? [...random.merged(blocks).map(withOtherCalls), { type: 'reset-step' }] : []),
      ...merged,
      ...(random.chance(0.95) ? [{ type: 'finish-step' }] : []),
    ];
  }

  #block(earlier, isLast) {
    const random = this.#random;
    const kinds = [
      [6, () => this.#text('text')],
      [2, () => this.#text('reasoning')],
      [7, () => this.#call(isLast)],
      [1, () => this.#file('file')],
      [1, () => this.#file('reasoning-file')],
      [1, () => this.#sourceUrl()],
      [1, () => this.#sourceDocument()],
      [1, () => this.#custom()],
      [1, () => this.#steering()],
      [2, () => this.#data()],
      [1, () => [{ type: 'message-metadata', messageMetadata: values.object(random) }]],
      [earlier.length > 0 ? 0.5 : 0, () => [this.#result(random.pick(earlier).toolCallId)]],
    ];
    return random
      .weighted(kinds)()
      .filter(({ type }) => this.#knows(type));
  }

  #some(probability, field, make) {
    return this.#random.chance(probability) ? { [field]: make() } : {};
  }

  #providerMetadata(probability = 0.2) {
    return this.#some(probability, 'providerMetadata', () => values.providerMetadata(this.#random));
  }

  #text(kind) {
    const random = this.#random;
    const id = this.id(kind === 'text' ? 't' : 'r');
    return [
      { type: `${kind}-start`, id, ...this.#providerMetadata() },
      ...Array.from({ length: random.between(0, 3) }, () => ({
        type: `${kind}-delta`,
        id,
        delta: values.text(random, true),
        ...this.#providerMetadata(0.05),
      })),
      ...(random.chance(0.95)
        ? [
            {
              type: `${kind}-end`,
              id,
              ...this.#providerMetadata(),
              ...(kind === 'text' && this.#knows('citations')
                ? this.#some(0.1, 'citations', () => this.#citations())
                : {}),
            },
          ]
        : []),
    ];
  }

  #citations() {
    const random = this.#random;
    // Now and then one that AI SDK has no schema for.
    if (random.chance(this.#oddCitations)) return [values.object(random)];
    const id = this.id('cite');
    const source = random.pick([
      { type: 'source', sourceType: 'url', id, url: 'https://example.com/a', ...this.#some(0.5, 'title', () => 'A') },
      { type: 'source', sourceType: 'document', id, mediaType: 'text/plain', title: 'A', ...this.#providerMetadata() },
    ]);
    return [{ source, ...this.#some(0.5, 'startIndex', () => 3), ...this.#some(0.5, 'citedText', () => 'Größe') }];
  }

  #file(type) {
    return [{ type, mediaType: 'image/png', url: 'data:image/png;base64,AA==', ...this.#providerMetadata() }];
  }

  #sourceUrl() {
    return [
      {
        type: 'source-url',
        sourceId: this.id('src'),
        url: 'https://example.com/a',
        ...this.#some(0.5, 'title', () => 'A'),
        ...this.#providerMetadata(),
      },
    ];
  }

  #sourceDocument() {
    return [
      {
        type: 'source-document',
        sourceId: this.id('src'),
        mediaType: 'application/pdf',
        title: 'A',
        ...this.#some(0.5, 'filename', () => 'a.pdf'),
        ...this.#providerMetadata(),
      },
    ];
  }

  #custom() {
    return [{ type: 'custom', kind: 'acme.thing', ...this.#providerMetadata(0.5) }];
  }

  #steering() {
    const parts = [
      { type: 'text', text: values.text(this.#random) },
      { type: 'file', mediaType: 'image/png', url: 'data:,' },
    ];
    return [{ type: 'steering-message', id: this.id('steer'), parts: this.#random.shuffled(parts) }];
  }

  #data() {
    const random = this.#random;
    const type = `data-${random.pick(['weather', 'note'])}`;
    const data = () => (random.chance(0.7) ? { n: random.between(0, 9) } : values.value(random));
    const id = this.#some(0.6, 'id', () => `d${random.between(1, 2)}`);
    const transient = this.#some(0.25, 'transient', () => random.chance(0.8));
    return Array.from({ length: random.between(1, 2) }, () => ({ type, ...id, data: data(), ...transient }));
  }

  #result(toolCallId) {
    const random = this.#random;
    return random.chance(0.8)
      ? {
          type: 'tool-output-available',
          toolCallId,
          output: values.value(random),
          ...this.#providerMetadata(0.1),
          ...this.#some(0.05, 'toolMetadata', () => values.object(random)),
        }
      : { type: 'tool-output-error', toolCallId, errorText: 'it failed', ...this.#providerMetadata(0.1) };
  }

  /** A step that ends with results of the server alone would be sent again by AI SDK's own predicates. */
  #call(isLast) {
    const random = this.#random;
    const head = {
      toolCallId: this.id('call'),
      toolName: random.pick(tools),
      ...this.#some(0.2, 'dynamic', () => random.chance(0.9)),
      ...this.#some(0.1, 'title', () => 'A title'),
      ...this.#some(0.1, 'toolMetadata', () => values.object(random)),
    };
    const kind = random.weighted([
      [4, 'client'],
      [3, 'approval'],
      [isLast ? this.#oddities : 3, 'server'],
      [2, 'provider'],
      [isLast ? this.#oddities : 1, 'automatic'],
      [isLast || !this.#knows('reset-step') ? this.#oddities : 1, 'invalid'],
      [0.5, 'half'],
    ]);
    const executed = kind === 'provider' ? { providerExecuted: true } : {};
    const input = values.value(random);
    const inputs = this.#input({ ...head, ...executed }, input, kind === 'half');
    const { toolCallId, toolName, dynamic, toolMetadata } = head;
    const available = {
      type: 'tool-input-available',
      ...head,
      ...executed,
      input,
      ...this.#providerMetadata(),
    };
    switch (kind) {
      case 'half':
        return inputs;
      case 'invalid':
        return [
          ...inputs,
          {
            type: 'tool-input-error',
            toolCallId,
            toolName,
            ...(dynamic === undefined ? {} : { dynamic }),
            ...(toolMetadata === undefined ? {} : { toolMetadata }),
            input,
            errorText: 'the input does not fit',
            ...this.#providerMetadata(),
          },
        ];
      case 'client':
        return [...inputs, available];
      case 'server':
        return [...inputs, available, ...this.#preliminary(toolCallId), this.#result(toolCallId)];
      case 'provider':
        return [...inputs, available, ...(random.chance(0.9) ? [{ ...this.#result(toolCallId), ...executed }] : [])];
      default:
        return [...inputs, available, ...this.#approval(toolCallId, kind === 'automatic')];
    }
  }

  #preliminary(toolCallId) {
    const random = this.#random;
    if (!random.chance(0.3)) return [];
    return Array.from({ length: random.between(1, 2) }, () => ({
      type: 'tool-output-available',
      toolCallId,
      output: values.value(random),
      preliminary: true,
    }));
  }

  #approval(toolCallId, isAutomatic) {
    const random = this.#random;
    const approvalId = this.id('appr');
    const is7 = this.#knows('tool-approval-response');
    const request = {
      type: 'tool-approval-request',
      approvalId,
      toolCallId,
      ...(is7
        ? {
            ...this.#some(0.2, 'reason', () => 'it costs money'),
            ...this.#some(0.1, 'approvalDescriptor', () => values.value(random)),
            ...this.#some(0.1, 'inputSchemaInput', () => values.value(random)),
            ...this.#some(0.2, 'isAutomatic', () => isAutomatic),
            ...this.#some(0.2, 'signature', () => 'c2lnbmVk'),
          }
        : {}),
    };
    if (!isAutomatic || !is7) return [request];
    const approved = random.chance(0.6);
    return [
      { ...request, isAutomatic: true },
      {
        type: 'tool-approval-response',
        approvalId,
        approved,
        ...this.#some(0.5, 'reason', () => 'by policy'),
        ...this.#some(0.2, 'providerExecuted', () => random.chance(0.5)),
        ...this.#providerMetadata(0.1),
      },
      approved ? this.#result(toolCallId) : { type: 'tool-output-denied', toolCallId },
    ];
  }

  /** The input as it is written, in pieces. */
  #input(head, input, isHalf) {
    const random = this.#random;
    if (!isHalf && random.chance(0.3)) return [];
    const is7 = this.#knows('inputEncoding');
    const encoding = is7 ? this.#some(0.2, 'inputEncoding', () => random.pick(['json', 'text'])) : {};
    // Of a lone minus AI SDK 6 shows something else than 7.
    const written = is7 ? JSON.stringify(input) : JSON.stringify(input).replaceAll('-', '');
    const whole = isHalf ? written.slice(0, random.between(0, written.length)) : written;
    const deltas = [];
    for (let at = 0; at < whole.length; ) {
      const length = random.between(1, 12);
      deltas.push(whole.slice(at, at + length));
      at += length;
    }
    return [
      { type: 'tool-input-start', ...head, ...encoding, ...this.#providerMetadata(0.1) },
      ...deltas.map((inputTextDelta) => ({ type: 'tool-input-delta', toolCallId: head.toolCallId, inputTextDelta })),
    ];
  }
}

/** Chunks, and fields of chunks, that AI SDK 6 does not know. */
const newIn7 = new Set([
  'tool-approval-response',
  'custom',
  'reasoning-file',
  'reset-step',
  'steering-message',
  'interrupted',
  'citations',
  'inputEncoding',
]);

/** Every type of chunk there is; data is one type. */
export const chunkTypes = [
  'start',
  'start-step',
  'finish-step',
  'reset-step',
  'text-start',
  'text-delta',
  'text-end',
  'reasoning-start',
  'reasoning-delta',
  'reasoning-end',
  'file',
  'reasoning-file',
  'source-url',
  'source-document',
  'custom',
  'steering-message',
  'tool-input-start',
  'tool-input-delta',
  'tool-input-available',
  'tool-input-error',
  'tool-approval-request',
  'tool-approval-response',
  'tool-output-available',
  'tool-output-error',
  'tool-output-denied',
  'data-*',
  'message-metadata',
  'finish',
  'error',
  'abort',
];

export const isKnownTo6 = (type) => !newIn7.has(type);

export function isCall(part) {
  return part.type === 'dynamic-tool' || part.type.startsWith('tool-');
}

export function callsOf(message) {
  return message?.parts.filter(isCall) ?? [];
}

/** Whether a step ends with calls that wait for somebody. */
function leavesOpen(chunks) {
  const open = new Set();
  for (const { type, toolCallId, providerExecuted, isAutomatic } of chunks) {
    if (type === 'tool-input-available' && !providerExecuted) open.add(toolCallId);
    else if (type === 'tool-approval-request' && isAutomatic) open.delete(toolCallId);
    else if (type.startsWith('tool-output')) open.delete(toolCallId);
    else if (type === 'reset-step') open.clear();
  }
  return open.size > 0;
}

/** A try that was withdrawn had calls of its own. */
function withOtherCalls(chunk) {
  return chunk.toolCallId === undefined ? chunk : { ...chunk, toolCallId: `${chunk.toolCallId}-withdrawn` };
}
