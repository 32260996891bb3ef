// The same streams to AG-UI's own client and to ours: the same messages, but
// for what `docs/differences.md` names.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HttpAgent, type Message, type ResumeEntry } from '@ag-ui/client';
import { ChatController, type ChatControllerInit, lastAssistantMessageIsComplete } from 'countersign';
import { AgUiTransport } from 'countersign/ag-ui';
import { describe, expect, test, vi } from 'vitest';

type Wire = Record<string, unknown> & { id?: string; role?: string };

interface Both {
  theirs: Wire[];
  /** What is sent with the next message of the person. */
  ours: Wire[];
  theirError: string | undefined;
  ourError: string | undefined;
  theirState: unknown;
  ourState: unknown;
}

/** One run after the other, with what was answered in between. */
interface Turn {
  sse: string;
  /** What the recorded client sent. */
  request?: { messages: Wire[]; resume?: ResumeEntry[] };
}

const respond = (sse: string) => new Response(sse, { headers: { 'content-type': 'text/event-stream' } });

async function both(turns: Turn[], tools: string[] = []): Promise<Both> {
  const user = { id: 'u1', role: 'user' as const, content: 'go' };
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const agent = new HttpAgent({ url: 'http://agent', fetch: async () => respond(left.shift()?.sse ?? '') });
  let left = [...turns];
  agent.addMessage(user);
  let theirError: string | undefined;
  for (const { request } of turns) {
    const answer = request?.messages.at(-1);
    if (answer?.role === 'tool') agent.addMessage(answer as unknown as Message);
    const resume = request?.resume;
    await agent
      .runAgent(resume === undefined ? {} : { resume }, {
        onRunErrorEvent: ({ event }) => {
          theirError = event.message;
        },
      })
      .catch((error: Error) => {
        theirError = error.message;
      });
  }

  left = [...turns];
  const sent: { messages: Wire[] }[] = [];
  let ids = 0;
  const transport = new AgUiTransport({
    url: 'http://agent',
    tools: tools.map((name) => ({ name, description: name })),
    fetch: async (_, init) => {
      sent.push(JSON.parse(init?.body as string));
      return respond(left.shift()?.sse ?? '');
    },
  });
  const init: ChatControllerInit = {
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsComplete,
    generateId: () => `ours-${++ids}`,
    messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'go' }] }],
    approvalDeadlineMs: 1,
  };
  const chat = new ChatController(init);
  await chat.sendMessage();
  for (const { request } of turns.slice(1)) {
    await answerAs(chat, request);
    await vi.waitFor(() => expect(left).toHaveLength(0));
    await vi.waitFor(() => expect(['ready', 'error']).toContain(chat.status));
  }
  const ourError = chat.error?.message;
  const ourState = transport.state;
  await chat.sendMessage({ text: 'more' });
  chat.dispose();
  return {
    theirs: JSON.parse(JSON.stringify(agent.messages)),
    ours: sent.at(-1)?.messages.slice(0, -1) ?? [],
    theirError,
    ourError,
    theirState: agent.state,
    ourState,
  };
}

/** Answers as the recorded client did. */
async function answerAs(chat: ChatController, request: Turn['request']): Promise<void> {
  for (const { interruptId, status, payload } of request?.resume ?? []) {
    // Who does not answer in time cancels.
    if (status === 'cancelled') continue;
    const { approved, reason, editedArgs } = payload as { approved: boolean; reason?: string; editedArgs?: object };
    await chat.respondToApproval(interruptId, {
      approved,
      ...(reason === undefined ? {} : { reason }),
      ...(editedArgs === undefined ? {} : { editedInput: editedArgs }),
    });
  }
  const last = request?.messages.at(-1);
  if (last?.role !== 'tool') return;
  const toolCallId = last.toolCallId as string;
  await chat.addToolOutput(
    last.error === undefined
      ? { tool: 'any', toolCallId, output: last.content }
      : { tool: 'any', toolCallId, state: 'output-error', errorText: last.content as string },
  );
}

const folder = path.resolve(import.meta.dirname, '../fixtures/ag-ui');
const recorded = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const names = (kind: string) =>
  readdirSync(path.join(folder, kind))
    .filter((name) => name.endsWith('.sse'))
    .map((name) => `${kind}/${name.slice(0, -'.sse'.length)}`)
    .sort();

/** A recorded conversation: its runs, each with the request that it answers. */
function conversation(name: string): Turn[] {
  const turn = (name: string): Turn => ({
    sse: recorded(`${name}.sse`),
    ...(name.startsWith('pydantic') ? { request: JSON.parse(recorded(`${name}.request.json`)) } : {}),
  });
  const [, number = '', letter = ''] = /\/(\d\d)([bd])_/.exec(name) ?? [];
  const before = names('pydantic-ai').find((other) => other.includes(`/${number}${letter === 'b' ? 'a' : 'c'}_`));
  return letter === '' || before === undefined ? [turn(name)] : [turn(before), turn(name)];
}

/**
 * What ours sends where theirs has these, by the lines of `docs/differences.md`.
 */
function predicted(theirs: Wire[], answers: readonly Wire[] = []): Wire[] {
  const results = theirs.filter(({ role }) => role === 'tool');
  return theirs.flatMap((message): Wire[] => {
    if (message.role === 'tool') return [];
    const calls = (message.toolCalls ?? []) as { id: string; function: { arguments: string } }[];
    // #ag-ui-cut-off
    const whole = calls.filter((call) => isJson(call.function.arguments));
    if (calls.length > 0 && whole.length === 0 && message.content === undefined) return [];
    const { toolCalls: _, ...rest } = message;
    return [
      { ...rest, ...(whole.length > 0 ? { toolCalls: whole } : {}) },
      // #ag-ui-order-of-results
      ...whole.map(({ id }): Wire => {
        const result = results.find(({ toolCallId }) => toolCallId === id);
        if (result === undefined) return unanswered(id); // #ag-ui-unanswered
        if (!answers.some(({ toolCallId }) => toolCallId === id)) return result;
        // The application names what the page answers, and here it is ours.
        const { error, ...answer } = result;
        return { ...answer, id: `${id}-result`, ...(error === undefined ? {} : { error: result.content }) };
      }),
    ];
  });
}

const instead = 'Not answered: the user wrote a new message instead.';
const unanswered = (id: string): Wire => ({
  id: `${id}-result`,
  role: 'tool',
  toolCallId: id,
  content: instead,
  error: instead,
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text || '{}');
    return true;
  } catch {
    return false;
  }
}

/** Calls that wait for an interrupt's answer get no tool message. */
const isInterrupted = (sse: string, id: unknown) => sse.includes(`"toolCallId":"${id}"`) && sse.includes('"interrupt"');

describe('what was recorded', () => {
  for (const name of [...names('pydantic-ai'), ...names('synthetic')]) {
    test(name, async () => {
      const turns = conversation(name);
      const { theirs, ours, theirError, ourError } = await both(turns);
      const answers = turns.flatMap(({ request }) => request?.messages.filter(({ role }) => role === 'tool') ?? []);
      const last = turns.at(-1)?.sse ?? '';
      const expected = predicted(theirs, answers).filter(
        ({ content, toolCallId }) => content !== instead || !isInterrupted(last, toolCallId),
      );
      expect(ours).toEqual(expected);
      // #ag-ui-truncated
      const cut = last.includes('RUN_FINISHED') ? undefined : 'The response ended before its run did.';
      expect(ourError).toBe(theirError ?? cut);
    });
  }
});

/** Numbers that a seed draws. */
function drawing(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The events of a run that an agent might have. */
function randomRun(seed: number): object[] {
  const draw = drawing(seed);
  let named = 0;
  const events: object[] = [{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }];
  const messages: string[] = [];
  const pieces = (text: string) => text.match(/[\s\S]{1,4}/g) ?? [];
  const text = () => {
    const messageId = `m${++named}`;
    messages.push(messageId);
    const words = ['', 'Hello. ', 'Ünïcode 🎉 "quoted"\n', 'more'][draw(4)] ?? '';
    if (draw(3) === 0 && words !== '') {
      events.push({ type: 'TEXT_MESSAGE_CHUNK', messageId, role: 'assistant', delta: '' });
      for (const delta of pieces(words)) events.push({ type: 'TEXT_MESSAGE_CHUNK', delta });
      return;
    }
    events.push({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
    for (const delta of pieces(words)) events.push({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta });
    events.push({ type: 'TEXT_MESSAGE_END', messageId });
  };
  const call = (parentMessageId: string | undefined) => {
    const toolCallId = `c${++named}`;
    const input = JSON.stringify([{}, { x: 1.5 }, { deep: { list: [1, 'two', null] } }][draw(3)]);
    const head = {
      toolCallId,
      toolCallName: ['look', 'pay'][draw(2)],
      ...(parentMessageId === undefined ? {} : { parentMessageId }),
    };
    if (draw(3) === 0) {
      events.push({ type: 'TOOL_CALL_CHUNK', ...head });
      for (const delta of pieces(input)) events.push({ type: 'TOOL_CALL_CHUNK', delta });
    } else {
      events.push({ type: 'TOOL_CALL_START', ...head });
      for (const delta of pieces(input)) events.push({ type: 'TOOL_CALL_ARGS', toolCallId, delta });
      events.push({ type: 'TOOL_CALL_END', toolCallId });
    }
    return toolCallId;
  };
  const think = () => {
    const messageId = `r${++named}`;
    events.push({ type: 'REASONING_START', messageId });
    events.push({ type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' });
    for (const delta of pieces('Is it wise?')) events.push({ type: 'REASONING_MESSAGE_CONTENT', messageId, delta });
    events.push({ type: 'REASONING_MESSAGE_END', messageId });
    if (draw(2) === 0) {
      const value = { subtype: 'message', entityId: messageId, encryptedValue: 'signed' };
      events.push({ type: 'REASONING_ENCRYPTED_VALUE', ...value });
    }
    events.push({ type: 'REASONING_END', messageId });
  };
  const aside = () => {
    const asides = [
      { type: 'STATE_SNAPSHOT', snapshot: { n: draw(9), list: [] } },
      { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/k', value: draw(9) }] },
      { type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/nowhere' }] },
      { type: 'CUSTOM', name: 'progress', value: 1 },
      { type: 'RAW', event: { any: 'thing' } },
    ];
    events.push(asides[draw(asides.length)] ?? {});
  };
  for (let step = 0; step <= draw(4); step++) {
    if (draw(4) === 0) think();
    if (draw(3) > 0) text();
    if (draw(3) === 0) aside();
    // Calls belong to what was said last, to a message of their own, or each to one of its own name.
    const parent = [messages.at(-1), `p${++named}`, undefined][draw(3)];
    const calls = Array.from({ length: draw(4) }, () => call(parent));
    if (draw(3) === 0) aside();
    for (const toolCallId of calls) {
      // The agent goes on only when it has every result.
      const content = ['done', '{"ok":true}', ''][draw(3)];
      events.push({ type: 'TOOL_CALL_RESULT', messageId: `${toolCallId}-r`, toolCallId, content });
    }
  }
  if (draw(3) === 0) call(undefined);
  events.push({ type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome: { type: 'success' } });
  return events;
}

describe('random runs', () => {
  for (let hundred = 0; hundred < 3; hundred++) {
    test(`${hundred * 100} to ${hundred * 100 + 99}`, async () => {
      for (let seed = hundred * 100; seed < hundred * 100 + 100; seed++) {
        const events = randomRun(seed);
        const sse = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
        const { theirs, ours, theirError, ourError, theirState, ourState } = await both([{ sse }]);
        expect({ seed, messages: ours }).toEqual({ seed, messages: predicted(theirs) });
        expect({ seed, error: ourError }).toEqual({ seed, error: theirError });
        expect({ seed, state: ourState ?? {} }).toEqual({ seed, state: theirState });
      }
    }, 60_000);
  }
});
