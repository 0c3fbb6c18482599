import type { Objects } from '../ports.ts';

interface Read {
  readonly text: string;
  readonly parse: unknown;
  readonly value: unknown;
}

/** So many files of sessions are remembered: those of a large session, not those of all that a window looks at. */
const MOST = 2_000;

const last = new WeakMap<Objects, Map<string, Read>>();

/**
 * Parses a file of a session once for all checkpoints in a row that leave it as it is. Who publishes reads the whole session each time:
 * the workflow, and a record of each phase that has ended.
 */
export function readOnce<T>(
  repository: Objects,
  path: string,
  text: string,
  parse: (path: string, text: string) => T,
): T {
  const files = last.get(repository) ?? new Map<string, Read>();
  last.set(repository, files);
  const known = files.get(path);
  if (known?.text === text && known.parse === parse) return known.value as T;
  const value = parse(path, text);
  if (files.size >= MOST) files.clear();
  files.set(path, { text, parse, value });
  return value;
}
