import { DisposableStore } from '../../base/disposable.ts';
import type { Emitter, Event } from '../../base/emitter.ts';

/**
 * An event of ours for other extensions: what one of them throws keeps the news from no other.
 *
 * @param onListeners is told that there is one more or one less
 */
export function outwardEvent<T>(
  emitter: Emitter<T>,
  onError: (error: unknown) => void,
  onListeners: (change: 1 | -1) => void,
): Event<T> {
  return (listener) => {
    const listening = new DisposableStore();
    listening.add(
      emitter.event((value) => {
        try {
          listener(value);
        } catch (error) {
          onError(error);
        }
      }),
    );
    listening.add({ dispose: () => onListeners(-1) });
    onListeners(1);
    return listening;
  };
}
