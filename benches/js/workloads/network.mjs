// Fake network. Pull-based so a consumer with backpressure is not handed the whole reply at once.
//   pace 'micro': next item is available as soon as it is pulled (throughput mode)
//   pace 'macro': each item arrives in its own macrotask, as from a real socket (needed for React)

/** Told when a response begins: what came before is the request, which carries the whole conversation. */
export const network = { onResponse: undefined };

const tick = () => new Promise((r) => setImmediate(r));

export function streamOf(items, { pace = 'micro' } = {}) {
  network.onResponse?.();
  let i = 0;
  const step = (c) => {
    if (i < items.length) c.enqueue(items[i++]);
    else c.close();
  };
  return new ReadableStream(
    {
      pull:
        pace === 'macro'
          ? async (c) => {
              await tick();
              step(c);
            }
          : step,
    },
    { highWaterMark: 1 },
  );
}
export async function* iterate(items, { pace = 'micro' } = {}) {
  network.onResponse?.();
  for (const x of items) {
    if (pace === 'macro') await tick();
    yield x;
  }
}
export const sseResponse = (bytes, opts) =>
  new Response(streamOf(bytes, opts), { status: 200, headers: { 'content-type': 'text/event-stream' } });
