/**
 * Answers what was begun together. If several fail, the first of the list is what is told: which failure that is depends on no
 * timing, so what others must wait for may be begun early.
 */
export async function inOrder<const T extends readonly Promise<unknown>[]>(
  begun: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ended = await Promise.allSettled(begun);
  const failed = ended.find((each) => each.status === 'rejected');
  return failed === undefined ? Promise.all(begun) : Promise.reject(failed.reason);
}
