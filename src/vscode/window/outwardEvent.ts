import { DisposableStore } from '../../base/disposable.ts';
import type { Emitter, Event } from '../../base/emitter.ts';

/**
 * An event for other extensions: when one listener throws, the others still get the event.
 *
 * @param onListeners is called with 1 for each new listener and -1 for each that leaves
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
