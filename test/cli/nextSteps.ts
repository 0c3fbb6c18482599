import type { StatusView } from '../../src/session/results.ts';
import { runLine } from './runLine.ts';
import { STATUS, scriptedApi } from './scriptedApi.ts';

/** The commands under `Next`, without what they do. */
export async function next(words: readonly string[], api = scriptedApi()): Promise<readonly string[]> {
  const { out } = await runLine(words, { api });
  const [, steps = ''] = out.split(/^Next$/m);
  return steps
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/ {3}.*$/, ''));
}

/** The status of the scripted session in another state, in which nothing is asked. */
export const inState = (state: string, changed: Partial<StatusView> = {}): StatusView => ({
  ...STATUS,
  state,
  question: null,
  questions: [],
  ...changed,
});
