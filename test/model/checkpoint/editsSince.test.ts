import { expect, test } from 'vitest';
import type { Checkpoint } from '../../../src/model/checkpoint/checkpoint.ts';
import type { CheckpointKind } from '../../../src/model/checkpoint/trailers.ts';
import { editsBefore, editsSince } from '../../../src/model/checkpoint/editsSince.ts';
import { joinChanges } from '../../../src/model/checkpoint/joinChanges.ts';

/** `kind phase` of each checkpoint, oldest first; an edit is known by its place. */
const chain = (...said: readonly string[]): readonly Checkpoint[] =>
  said
    .map((words, seq) => {
      const [kind, phase = null] = words.split(' ');
      return { commit: `${seq}`, trailers: { kind: kind as CheckpointKind, phase } } as unknown as Checkpoint;
    })
    .toReversed();
const places = (edits: readonly Checkpoint[]): string => edits.map(({ commit }) => commit).join(' ');

test.each([
  ['none', ['opened'], '', ''],
  ['between phases', ['opened', 'phase a', 'edit', 'edit'], '2 3', '2 3'],
  ['on its approval', ['opened', 'waiting a', 'edit a', 'approval a'], '', '2'],
  ['on it and after it', ['opened', 'waiting a', 'edit a', 'approval a', 'edit'], '4', '2 4'],
  ['before its attempts, which were told', ['opened', 'edit', 'waiting a', 'edit a', 'approval a'], '', '3'],
  [
    'before its packet was looked at',
    ['opened', 'waiting a', 'edit a', 'waiting a', 'edit a', 'approval a'],
    '',
    '2 4',
  ],
  ['of a phase that waited again', ['opened', 'phase a', 'edit a', 'approval a'], '', '2'],
  ['while it waits', ['opened', 'phase a', 'edit', 'waiting b', 'edit b'], '2 4', '4'],
  ['before a restore', ['opened', 'edit', 'restore'], '', ''],
  ['before another attempt', ['opened', 'waiting a', 'rejection a', 'edit'], '3', '3'],
  ['told to the attempt that was blocked', ['opened', 'edit', 'blocked a'], '1', ''],
  ['of a person’s word without a question', ['opened', 'edit', 'blocked a', 'approval a'], '', ''],
])('edits %s', (_name, said, since, before) => {
  expect([places(editsSince(chain(...said))), places(editsBefore(chain(...said)))]).toEqual([since, before]);
});

test('changes one after the other come to one for each file', () => {
  const step = (text: string) =>
    text.split(' ').map((one) => ({
      path: one.slice(1),
      change: ({ '+': 'added', '~': 'modified', '-': 'deleted' } as const)[one[0] as '+' | '~' | '-'],
    }));
  const joined = joinChanges([step('+a ~b -c +d ~e'), step('~a -b +c -d'), step('~a')]);
  expect(joined.map(({ path, change }) => `${path} ${change}`)).toEqual([
    'a added',
    'b deleted',
    'c modified',
    'e modified',
  ]);
});
