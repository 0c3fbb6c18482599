import type { Disposable } from '../../base/disposable.ts';

/** A destination for text. */
export interface Sink {
  write(text: string | Uint8Array): void;
  readonly isTerminal: boolean;
  /** Columns; Infinity when it is not a terminal, so that output for programs is never cut. */
  width(): number;
  /** Rows; Infinity when it is not a terminal. */
  height(): number;
}

/** Everything of the process that a command may touch besides the engine; tests have their own. */
export interface Terminal {
  readonly out: Sink;
  readonly err: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path that relative ones are resolved from. */
  readonly cwd: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether standard input is a file or a program instead of somebody who types. */
  isPiped(): boolean;
  /** All of standard input; null where it is more than `most` bytes. */
  readInput(most: number): Promise<Uint8Array | null>;
  readFile(path: string): Promise<Uint8Array>;
  /** Whether a file is there; reads nothing of it. */
  isFile(path: string): Promise<boolean>;
  /** True when somebody is here to be asked. */
  canAsk(): boolean;
  /** Asks on a terminal and resolves to the typed line; null when nobody can be asked or `signal` ended the question. */
  ask(question: string, signal?: AbortSignal): Promise<string | null>;
  /**
   * Listens for ctrl-C and requests to end. After the first, such signals never end this process by themselves, even once the
   * listener is gone, so that its last words are printed.
   */
  onInterrupt(listener: () => void): Disposable;
}
