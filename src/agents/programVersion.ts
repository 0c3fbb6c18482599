import { askProgram } from '../host/askProgram.ts';
import type { Environment } from '../host/searchPath.ts';

/** A program of many megabytes may take this long to start on a busy machine. Milliseconds. */
const PATIENCE_MS = 15_000;

/** How a program is asked for its version; left out: in the current folder, with much patience. */
export interface Asking {
  readonly cwd: string;
  readonly ms: number;
}

/** First line that `<program> --version` prints in the caller's environment; null when it prints nothing in time. */
export async function programVersion(
  program: string,
  env: Environment,
  asking: Partial<Asking> = {},
): Promise<string | null> {
  // Having no version is fine: it is only recorded, and nothing depends on it.
  const { out } = await askProgram(program, ['--version'], { env, ms: PATIENCE_MS, ...asking });
  const line = out.split('\n', 1)[0]?.trim().slice(0, 100) ?? '';
  return line === '' ? null : line;
}
