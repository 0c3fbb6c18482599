/**
 * Runs an act one at a time. A call during a run gets the next run: whatever prompted it may have happened too late for the
 * current one.
 */
export function onceAtATime(act: () => Promise<void>): () => Promise<void> {
  let going: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    going = act().finally(() => {
      going = null;
    });
    return going;
  };
  return () => {
    if (going === null) return begin();
    next ??= going
      .catch(() => {}) // told to whoever called that run
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
}
