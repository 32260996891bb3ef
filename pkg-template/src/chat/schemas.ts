import type { Effect } from '../core/effects.js';
import { messageOf } from './host-errors.js';

/** A schema as AI SDK takes it: Standard Schema, AI SDK's own, or a function that gives one. */
interface StandardSchema {
  '~standard': {
    validate(
      value: unknown,
    ): { issues?: readonly { message: string }[] } | PromiseLike<{ issues?: readonly { message: string }[] }>;
  };
}

interface AiSdkSchema {
  validate?: (
    value: unknown,
  ) => { success: boolean; error?: unknown } | PromiseLike<{ success: boolean; error?: unknown }>;
}

/** Checks a value; gives what is wrong with it, or nothing. */
export async function problemOf(schema: unknown, value: unknown): Promise<string | undefined> {
  const resolved = isLazy(schema) ? schema() : schema;
  if (isStandard(resolved)) {
    const { issues } = await resolved['~standard'].validate(value);
    return issues === undefined ? undefined : issues.map((issue) => issue.message).join('; ');
  }
  const result = await (resolved as AiSdkSchema).validate?.(value);
  if (result === undefined || result.success) return undefined;
  return messageOf(result.error);
}

/** What is wrong with a value, worded as AI SDK words it. */
export function mismatch(effect: Extract<Effect, { type: 'validate' }>, value: unknown, problem: string): string {
  let where = `message.metadata (id: "${effect.subject === 'metadata' ? effect.messageId : ''}")`;
  if (effect.subject === 'data') {
    const id = effect.id === undefined ? '' : `, id: "${effect.id}"`;
    where = `message.parts[${effect.part}].data (${effect.dataType}${id})`;
  }
  return `Type validation failed for ${where}: Value: ${JSON.stringify(value)}.\nError message: ${problem}`;
}

function isLazy(schema: unknown): schema is () => unknown {
  return typeof schema === 'function' && !('~standard' in schema);
}

function isStandard(schema: unknown): schema is StandardSchema {
  return (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema;
}
