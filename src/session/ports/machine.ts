/** The machine, as a session sees it. */
import type { ShellReader } from '../../model/agent/shell/line.ts';
import type { Timestamp } from '../../model/names/ids.ts';

export interface Clock {
  now(): Timestamp;
  /** Milliseconds of a clock that only goes forward and stops while the machine sleeps. */
  monotonic(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Ids {
  /** Four characters of `[a-z0-9]` that make a session id unlikely to collide. */
  suffix(): string;
}

/** Number of o200k_base tokens in a text; loaded on first use. */
export type LoadTokenizer = () => Promise<(text: string) => number>;

/** What understands command lines; loaded on first use. */
export type LoadShellReader = () => Promise<ShellReader>;

export interface Log {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

/** `line`: from 1. */
export interface SecretHit {
  readonly line: number;
  readonly what: string;
  /** Where in that line, end exclusive, without overlaps; absent if unknown. */
  readonly spans?: readonly (readonly [from: number, to: number])[];
}

/** Finds secrets in what is about to be published. */
export interface SecretScanner {
  scan(path: string, bytes: Uint8Array): Promise<readonly SecretHit[]>;
}
