import type { Disposable } from '../../base/disposable.ts';

/** Where text goes. */
export interface Sink {
  write(text: string | Uint8Array): void;
  readonly isTerminal: boolean;
  /** Columns; Infinity where it is no terminal, so that nothing is cut that a program reads. */
  width(): number;
}

/** Everything of the process that a command may touch besides the engine; tests have one of their own. */
export interface Terminal {
  readonly out: Sink;
  readonly err: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path that relative ones start from. */
  readonly cwd: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** All of standard input. */
  readInput(): Promise<Uint8Array>;
  readFile(path: string): Promise<Uint8Array>;
  /** Somebody sits here who can be asked. */
  canAsk(): boolean;
  /** Asks on a terminal and answers the line typed; null where nobody can be asked, or `signal` has ended the question. */
  ask(question: string, signal?: AbortSignal): Promise<string | null>;
  /**
   * Ctrl-C, and a request to end. After the first one such signals never end this process by themselves, not
   * even once the listener is gone: what it says at its end shall be read.
   */
  onInterrupt(listener: () => void): Disposable;
}
