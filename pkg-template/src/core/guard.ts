import { ChatError } from '../chat-error.js';

/** What the guard needs of the module's exports. */
export interface Exports {
  takePanic(): string | undefined;
  [name: string]: unknown;
}

/** An object of the Rust side. */
export interface Guarded {
  /** Why the object can be used no more. */
  broken?: ChatError;
  /** Told at once when that happens. */
  onBroken?: (error: ChatError) => void;
}

type Method = (this: Guarded, ...args: unknown[]) => unknown;

/**
 * Makes what a panic breaks break alone. A panic stops in the middle of a call:
 * the object of that call is in no state to be used again, everything else is as
 * it was. From then on each call to the object gives one error, `poisoned`, with
 * the panic's message and place.
 */
export function guard(glue: Exports, stack: WebAssembly.Global): void {
  const top = stack.value;
  const failed = (cause: unknown): ChatError => {
    // Nothing takes back the stack of a call that never returned.
    stack.value = top;
    return poisoned(glue.takePanic(), cause);
  };
  for (const [name, exported] of Object.entries(glue)) {
    // By the names that wasm-bindgen gives: classes, and nothing of its own.
    if (/^[A-Z]/.test(name)) guardMethods((exported as { prototype: Record<string, unknown> }).prototype, failed);
  }
}

function guardMethods(methods: Record<string, unknown>, failed: (cause: unknown) => ChatError): void {
  for (const name of Object.getOwnPropertyNames(methods)) {
    if (name === 'constructor' || name === 'free' || name.startsWith('__')) continue;
    const method = methods[name] as Method;
    // As many arguments as any method takes: a list of them would be made for every call.
    methods[name] = function (
      this: Guarded,
      a?: unknown,
      b?: unknown,
      c?: unknown,
      d?: unknown,
      e?: unknown,
      f?: unknown,
    ) {
      if (this.broken !== undefined) throw this.broken;
      try {
        return method.call(this, a, b, c, d, e, f);
      } catch (cause) {
        this.broken = failed(cause);
        this.onBroken?.(this.broken);
        throw this.broken;
      }
    };
  }
}

function poisoned(panic: string | undefined, cause: unknown): ChatError {
  const [message = String(cause), place] = panic?.split('\n') ?? [];
  const at = place === undefined ? '' : ` (${place})`;
  return new ChatError('poisoned', `The conversation broke and can only be read: ${message}${at}`, {
    cause,
    ...(place === undefined ? {} : { place }),
  });
}

/** Whether an error says that the Rust side is gone. */
export function isGone(error: unknown): error is ChatError {
  return error instanceof ChatError && (error.code === 'poisoned' || error.code === 'disposed');
}
