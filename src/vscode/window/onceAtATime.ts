/**
 * Runs an act one at a time. Whoever calls while it runs gets the run after it: what they know of may have
 * happened too late for the one under way.
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
