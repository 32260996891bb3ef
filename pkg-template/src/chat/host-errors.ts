/** An error of any realm: `instanceof` fails across frames and test runners. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return isError(error) ? String(error.message) : String(error);
}
