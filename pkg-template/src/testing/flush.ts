// Taken when this is loaded: tests may put simulated timers in their place later.
const { setTimeout: startTimer, MessageChannel: Channel } = globalThis;

/**
 * Waits until everything has happened that needs no time: promises, streams,
 * and what they set off. It waits for no timer.
 */
export async function flush(): Promise<void> {
  // What a task sets off may take another one.
  for (let turn = 0; turn < 4; turn++) await nextTask();
}

/** All microtasks are done when the next task begins. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof Channel !== 'function') {
      startTimer(resolve, 0);
      return;
    }
    const { port1, port2 } = new Channel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
