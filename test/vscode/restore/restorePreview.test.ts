import { expect, test } from 'vitest';
import type { PhaseId, RefName, SessionId } from '../../../src/model/names/ids.ts';
import type { RestoreResult } from '../../../src/session/results.ts';
import { previewRestore } from '../../../src/vscode/restore/restorePreview.ts';

const result = (over: Partial<RestoreResult> = {}): RestoreResult => ({
  session: 's' as SessionId,
  restoredTo: { phase: 'plan' as PhaseId, seq: 3 },
  seq: 6,
  commit: null,
  rescue: null as RefName | null,
  changed: [
    { path: '.cairn/sessions/s/03-implement/summary.md', change: 'deleted' },
    { path: 'src/b.ts', change: 'modified' },
    { path: 'src/gone.ts', change: 'added' },
    { path: 'src/extra.ts', change: 'deleted' },
  ],
  skipped: [{ path: 'build', why: 'a folder is in the way' }],
  notUndone: [
    { key: 'plan/announce', state: 'done' },
    { key: 'plan/deploy', state: 'inDoubt' },
  ],
  ...over,
});

test('a restore shows what it would do before it does anything: removals first, with counts', () => {
  const preview = previewRestore(result(), 'Phase 2');
  expect(preview.groups.map(({ label, files }) => [label, ...files.map(({ shown }) => shown)])).toEqual([
    ['Will be removed (2)', 'src/extra.ts', '03-implement/summary.md'],
    ['Will go back (1)', 'src/b.ts'],
    ['Will come back (1)', 'src/gone.ts'],
    ['Left as they are (1)', 'build'],
  ]);
  expect([preview.title, preview.question, preview.verb]).toEqual([
    'Restore to Phase 2: 4 files change',
    'Restore to Phase 2?',
    'Restore to Phase 2',
  ]);
});

test('the question says that files and session move together, and that it can be undone', () => {
  const { detail } = previewRestore(result(), 'Phase 2');
  expect(detail).toContain('2 files removed, 1 file changed back, 1 file brought back.');
  expect(detail).toContain('Files, session and what the next phase is told');
  expect(detail).toContain('can be undone');
  expect(detail).toContain(
    '\n\nDone to the outside world since that checkpoint, and neither undone nor done again: plan/announce, plan/deploy (in doubt).\n\n',
  );
});

test('one that changes no file says so', () => {
  expect(previewRestore(result({ changed: [], skipped: [] }), 'Phase 1')).toMatchObject({
    title: 'Restore to Phase 1: no file changes',
    groups: [],
  });
});

test('one file is one file', () => {
  expect(previewRestore(result({ changed: [{ path: 'a', change: 'modified' }] }), 'Phase 1').title).toBe(
    'Restore to Phase 1: 1 file changes',
  );
});
