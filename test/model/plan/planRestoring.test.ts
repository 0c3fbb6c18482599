import { expect, test } from 'vitest';
import { renderRescue } from '../../../src/model/checkpoint/rescueMessage.ts';
import type { BlobId, CommitId, RefName, RepoPath, SessionId } from '../../../src/model/names/ids.ts';
import { effectsPath, isEngineFile, statusPath } from '../../../src/model/names/places.ts';
import {
  asideOfRestore,
  neverGoBack,
  planRestoring,
  rescueToPutBack,
  type KnownRescue,
  type RestoreFacts,
} from '../../../src/model/plan/planRestoring.ts';

const session = 'demo' as SessionId;
const path = (name: string): RepoPath => name as RepoPath;
const file = (blob: string, mode = '100644') => ({ blob: blob as BlobId, mode });
type File = ReturnType<typeof file>;

const message = (reason: string, raw: string | null = null): string =>
  renderRescue('Uncommitted.', { session, reason, raw });
const rescue = (number: number, reason: string): KnownRescue => ({
  number,
  commit: `c${number}` as CommitId,
  message: message(reason),
});
const ref = 'refs/cairn/demo/rescue/1' as RefName;

test.each([
  [
    'remembered, with a rescue: that one, whatever others say',
    { rescue: ref },
    [rescue(9, 'restore@7')],
    { ref },
  ],
  ['remembered, without one: none, whatever others say', { rescue: null }, [rescue(9, 'restore@7')], null],
  [
    'not remembered: the newest that says so',
    null,
    [rescue(2, 'restore@7'), rescue(10, 'restore@7'), rescue(9, 'restore@7')],
    { commit: 'c10' },
  ],
  [
    '… not that of another restore, nor of one that was cut off',
    null,
    [rescue(1, 'restore@6'), rescue(2, 'restore-again@7'), rescue(3, 'restore@70')],
    null,
  ],
  ['not remembered, and there is none', null, [], null],
] as const)('the rescue that an undo puts back: %s', (_what, undone, rescues, wanted) => {
  expect(rescueToPutBack(7, undone, rescues)).toEqual(wanted);
});

const quiet: RestoreFacts<File> = { session, kept: new Map(), undone: null, rescue: null, cutOff: null };
interface Shown {
  readonly published: Readonly<Record<string, File>>;
  readonly uncommitted: Readonly<Record<string, File | null>>;
  readonly give: Readonly<Record<string, string>>;
  readonly spared: readonly string[];
  readonly notRemoved: readonly string[];
}
const nothing: Shown = { published: {}, uncommitted: {}, give: {}, spared: [], notRemoved: [] };
const status = statusPath(session);

const rows: readonly (readonly [string, Partial<RestoreFacts<File>>, Partial<Shown>])[] = [
  ['nothing at the tip that stays: the older tree as it is', {}, {}],
  [
    'what never goes back is published as it is at the tip, as a plain file',
    { kept: new Map([[status, file('s', '100755')]]) },
    { published: { [status]: file('s') } },
  ],
  [
    'an undo puts back edits, modes and deletions, uncommitted',
    {
      rescue: {
        message: message('restore@7'),
        changes: [
          { path: path('edit.txt'), after: file('e') },
          { path: path('run.sh'), after: file('r', '100755') },
          { path: path('gone.txt'), after: null },
        ],
      },
    },
    { uncommitted: { 'edit.txt': file('e'), 'run.sh': file('r', '100755'), 'gone.txt': null } },
  ],
  [
    '… nothing of the engine’s: that is the new checkpoint’s',
    {
      rescue: {
        message: message('restore@7'),
        changes: [
          { path: status, after: file('s') },
          { path: effectsPath(session), after: null },
        ],
      },
    },
    {},
  ],
  [
    '… raw bytes under the names of their files',
    {
      rescue: {
        message: message('restore@7', '.cairn/raw-2/'),
        changes: [
          { path: path('.cairn/raw-2/dos.txt'), after: file('d') },
          { path: path('.cairn/raw-2/none.txt'), after: null },
          { path: path('dos.txt'), after: file('u') },
        ],
      },
    },
    { uncommitted: { 'dos.txt': file('u') }, give: { 'dos.txt': 'd' } },
  ],
  [
    '… files of a person’s own below .cairn/raw are no raw bytes',
    {
      rescue: {
        message: message('restore@7'),
        changes: [{ path: path('.cairn/raw/mine.txt'), after: file('m') }],
      },
    },
    { uncommitted: { '.cairn/raw/mine.txt': file('m') } },
  ],
  [
    'what was left alone is spared: by the restore that is undone, and by this one before it was cut off',
    {
      undone: { rescue: null, left: ['a'] },
      cutOff: { rescue: null, left: ['b'], appeared: [] },
    },
    { spared: ['b', 'a'] },
  ],
  [
    'cut off: what lies here since is not removed, and what lay here before is not spared for that',
    { cutOff: { rescue: ref, appeared: ['new.txt'] } },
    { notRemoved: ['new.txt'] },
  ],
];

test.each(rows)('%s', (_what, facts, wanted) => {
  const plan = planRestoring({ ...quiet, ...facts });
  expect({
    published: Object.fromEntries(plan.published),
    uncommitted: Object.fromEntries(plan.uncommitted),
    give: Object.fromEntries(plan.give),
    spared: [...plan.spared],
    notRemoved: [...plan.notRemoved],
  }).toEqual({ ...nothing, ...wanted });
});

test('what never goes back are files of the engine', () => {
  expect(neverGoBack(session)).toHaveLength(5);
  for (const one of neverGoBack(session)) expect(isEngineFile(session, one)).toBe(true);
});

test('an undo finds the rescue of a restore, not the one of its second beginning', () => {
  const seqs = { to: 3, seq: 7 };
  const [first, again] = [asideOfRestore(seqs, false), asideOfRestore(seqs, true)];
  expect(rescueToPutBack(7, null, [rescue(1, first.reason), rescue(2, again.reason)])).toEqual({
    commit: 'c1',
  });
  expect(first.why).toContain('checkpoint 3');
});
