const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id of 16 letters and digits, as AI SDK makes them. */
export function generateId(): string {
  let id = '';
  for (const value of crypto.getRandomValues(new Uint8Array(16))) {
    id += letters[value % letters.length];
  }
  return id;
}
