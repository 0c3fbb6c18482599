/** Waits for something that may not listen to the signal; rejects with its reason as soon as it aborts. */
export async function untilAborted<T>(signal: AbortSignal, act: PromiseLike<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([act, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
