/** Something that was opened and must be closed; the shape that VS Code uses too. */
export interface Disposable {
  dispose(): void;
}

/** Closes what it was given, last first, and what it is given later at once when it is closed itself. */
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
