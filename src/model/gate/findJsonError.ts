/** An offset in a text (UTF-16 units) and what should be there. */
export interface JsonError {
  readonly at: number;
  readonly why: string;
}

/** Finds where a text that `JSON.parse` refuses stops being JSON. */
export function findJsonError(text: string): JsonError {
  return new JsonScan(text).run();
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class JsonScan {
  readonly #text: string;
  /** The open brackets, and what closes them. */
  readonly #open: ('}' | ']')[] = [];
  #at = 0;
  #expected: 'value' | 'value or ]' | 'key' | 'key or }' | 'rest' = 'value';

  constructor(text: string) {
    this.#text = text;
  }

  run(): JsonError {
    for (;;) {
      this.#take(SPACE);
      const error = this.#step();
      if (error !== null) return error;
    }
  }

  #step(): JsonError | null {
    switch (this.#expected) {
      case 'rest':
        return this.#rest();
      case 'key':
      case 'key or }':
        return this.#key();
      case 'value':
      case 'value or ]':
        return this.#value();
    }
  }

  #rest(): JsonError | null {
    const close = this.#open.at(-1);
    if (close === undefined) return this.#stop('the end of the file');
    if (this.#is(',')) this.#expected = close === '}' ? 'key' : 'value';
    else if (this.#is(close)) this.#open.pop();
    else return this.#stop(`"," or "${close}"`);
    return null;
  }

  #key(): JsonError | null {
    if (this.#expected === 'key or }' && this.#is('}')) return this.#closed();
    const error = this.#text[this.#at] === '"' ? this.#string() : this.#stop('a key in double quotes');
    if (error !== null) return error;
    this.#take(SPACE);
    if (!this.#is(':')) return this.#stop('":"');
    this.#expected = 'value';
    return null;
  }

  #value(): JsonError | null {
    if (this.#expected === 'value or ]' && this.#is(']')) return this.#closed();
    if (this.#is('{')) return this.#opened('}', 'key or }');
    if (this.#is('[')) return this.#opened(']', 'value or ]');
    this.#expected = 'rest';
    if (this.#text[this.#at] === '"') return this.#string();
    return this.#take(NUMBER) || this.#take(WORD) ? null : this.#stop('a value');
  }

  /** No regular expression: on a string of megabytes it overflows its stack. */
  #string(): JsonError | null {
    this.#at += 1;
    for (;;) {
      const next = this.#text[this.#at];
      if (next === undefined || next < ' ')
        return this.#stop('the end of a string ("\\n" stands for a line break in it)');
      if (next === '\\') {
        if (!this.#take(ESCAPE)) return this.#stop('one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX');
        continue;
      }
      this.#at += 1;
      if (next === '"') return null;
    }
  }

  #opened(close: '}' | ']', expected: 'key or }' | 'value or ]'): null {
    this.#open.push(close);
    this.#expected = expected;
    return null;
  }

  #closed(): null {
    this.#open.pop();
    this.#expected = 'rest';
    return null;
  }

  #is(character: string): boolean {
    const found = this.#text[this.#at] === character;
    if (found) this.#at += 1;
    return found;
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.test(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #stop(what: string): JsonError {
    const why =
      this.#at >= this.#text.length ? `the file ends where ${what} should be` : `${what} should be here`;
    return { at: this.#at, why };
  }
}
