import { expect, test } from 'vitest';
import type { Checkpoint } from '../../../src/model/checkpoint/checkpoint.ts';
import type { CommitId } from '../../../src/model/names/ids.ts';
import { questionsOf } from '../../../src/model/checkpoint/questionsOf.ts';

const chain = (...seqs: readonly number[]): readonly Checkpoint[] =>
  seqs.map((seq) => ({ commit: `commit-${seq}`, trailers: { seq } }) as unknown as Checkpoint).reverse();
/** The same in a shallow clone, which knows no parent of the oldest. */
const shallow = (...seqs: readonly number[]): readonly Checkpoint[] =>
  chain(...seqs).map((checkpoint, index, all) =>
    index === all.length - 1 ? { ...checkpoint, parent: null } : checkpoint,
  );
const tip = (seq: number, isCheckpoint = true) => ({ commit: `commit-${seq}` as CommitId, isCheckpoint });
const known = (...seqs: readonly number[]) => new Set(seqs.map((seq) => `commit-${seq}`));

test.each([
  ['a tip that was published here raises none', tip(3), chain(1, 2, 3), known(1, 2, 3), []],
  ['a first clone trusts what it finds', tip(3), chain(1, 2, 3), known(), []],
  ['[L8] but not a gap in seq', tip(4), chain(1, 2, 4), known(), ['seq goes from 2 to 4 at commit-']],
  ['nor a beginning that is missing', tip(3), chain(2, 3), known(), ['seq begins with 2 at commit-']],
  ['but what a shallow clone does not have is not missing', tip(3), shallow(2, 3), known(), []],
  [
    'one checkpoint from elsewhere',
    tip(3),
    chain(1, 2, 3),
    known(1, 2),
    ['checkpoint 3 (commit-) was not published here'],
  ],
  [
    'many are one question',
    tip(9),
    chain(1, 2, 3, 4, 5, 6, 7, 8, 9),
    known(2),
    ['checkpoints 3 to 9 (commit-) were not published here'],
  ],
  ['[A13] a squash', tip(7, false), chain(), known(), ['the tip commit- is no checkpoint']],
])('%s', (_name, at, checkpoints, from, asked) => {
  expect(questionsOf(at, checkpoints, from)).toEqual(asked);
});
