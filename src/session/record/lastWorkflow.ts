import { parseWorkflow } from '../../model/workflow/parseWorkflow.ts';
import type { Objects } from '../ports.ts';

interface Parsed {
  readonly path: string;
  readonly text: string;
  readonly parsed: ReturnType<typeof parseWorkflow>;
}

const last = new WeakMap<Objects, Parsed>();

/** Parses a session's workflow once for all checkpoints in a row that leave it as it is: nothing else of a record is as dear to read. */
export function lastWorkflow(repository: Objects, path: string, text: string): Parsed['parsed'] {
  const known = last.get(repository);
  if (known?.path === path && known.text === text) return known.parsed;
  const parsed = parseWorkflow(path, text);
  last.set(repository, { path, text, parsed });
  return parsed;
}
