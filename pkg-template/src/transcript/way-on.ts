import type { UIMessage } from 'ai';
import { skeleton } from '../core/skeleton.js';
import { core } from '../core/wasm.js';

/**
 * How a conversation can go on when nothing is under way: a reply is unfinished,
 * the agent stopped after a step of its own calls, what was said or answered has
 * not been taken up; or there is nothing to go on with.
 */
export type WayOn = 'none' | 'unfinished' | 'step-limit' | 'not-taken-up';

/** What is known of the agent besides its messages. */
export interface AgentInfo {
  /** The tools that the agent runs itself: a call of theirs without a result is unfinished, and no question. */
  serverTools?: readonly string[];
}

/** How the conversation can go on, for the button beside the composer. Ask while nothing is under way. */
export function wayOn(messages: readonly UIMessage[], agent: AgentInfo = {}): WayOn {
  return read(messages, agent).way;
}

/**
 * The messages without what was half written when the last reply broke off: it
 * is told anew. What tools did stays. The same array where nothing goes.
 */
export function withoutUnfinishedParts<M extends UIMessage>(messages: M[], agent: AgentInfo = {}): M[] {
  const { unfinished } = read(messages, agent);
  const last = messages.at(-1);
  if (last === undefined || unfinished.length === 0) return messages;
  const parts = last.parts.filter((_, place) => !unfinished.includes(place));
  return [...messages.slice(0, -1), { ...last, parts }];
}

function read(messages: readonly UIMessage[], { serverTools = [] }: AgentInfo): { way: WayOn; unfinished: number[] } {
  const last = messages.at(-1);
  if (last === undefined) return { way: 'none', unfinished: [] };
  return JSON.parse(core().wayOn(JSON.stringify(skeleton(last)), serverTools.join('\n')));
}
