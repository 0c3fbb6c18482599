import type { Checked } from '../status/statusWords.ts';
import { behindDone, doneWords } from './doneWords.ts';

const WORST_FIRST = ['red', 'nothing', null, 'changed', 'approved', 'passed'] as const;

/** Of several that are looked at as one: what a person should know first. */
export const worstOf = (all: readonly (Checked | null)[]): Checked | null =>
  WORST_FIRST.find((word) => all.includes(word)) ?? null;

/** Of several: `done, approved` where all are that, else `done (1 nothing checked, 2 checks passed)`, the worst first, as a row may be cut. */
export function doneTogether(all: readonly (Checked | null)[]): string {
  const [first = null] = all;
  if (all.every((one) => one === first)) return doneWords(first);
  const parts = WORST_FIRST.flatMap((word) => {
    const many = all.filter((one) => one === word).length;
    return many === 0 || word === null ? [] : [`${many} ${behindDone(word)}`];
  });
  return `done (${parts.join(', ')})`;
}
