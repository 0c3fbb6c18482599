/** Something that was opened and must be closed; VS Code uses the same shape. */
export interface Disposable {
  dispose(): void;
}

/** Disposes of its items, last first; once disposed, it disposes of new items at once. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #disposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    for (const item of this.#items.splice(0).reverse()) item.dispose();
  }
}
