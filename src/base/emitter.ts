import type { Disposable } from './disposable.ts';

/** Something that others can listen to. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The side of an {@link Event} that its owner keeps. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    // A copy, because a listener may add or remove listeners.
    for (const listener of Array.from(this.#listeners)) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
