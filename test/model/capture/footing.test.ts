import { describe, expect, it } from 'vitest';
import { slipped, type Footing } from '../../../src/model/capture/footing.ts';
import type { CommitId, RefName } from '../../../src/model/names/ids.ts';

const BEFORE: Footing = {
  folder: '1:10',
  git: '1:20',
  head: { commit: 'a'.repeat(40) as CommitId, branch: 'refs/heads/main' as RefName },
  busy: null,
  unmerged: [],
};
const NOWHERE = { git: null, head: { commit: null, branch: null } };

describe('what a working tree stands on, before and now', () => {
  it.each<[string, Partial<Footing>, ReturnType<typeof slipped>]>([
    ['all as it was', {}, null],
    ['no folder', { folder: null, ...NOWHERE }, { what: 'gone' }],
    ['another folder, without git', { folder: '1:11', ...NOWHERE }, { what: 'replaced' }],
    ['another folder with the same git', { folder: '1:11' }, { what: 'replaced' }],
    ['a link to the folder', { folder: '1:12 1:10' }, { what: 'replaced' }],
    ['the folder, emptied', NOWHERE, { what: 'untied' }],
    ['another repository in it', { git: '1:21' }, { what: 'untied' }],
    [
      'a rebase, which detaches HEAD',
      { busy: 'rebase', unmerged: ['a'], head: { ...BEFORE.head, branch: null } },
      { what: 'busy', operation: 'rebase' },
    ],
    ['conflicts alone', { unmerged: ['a', 'b'] }, { what: 'unmerged', files: ['a', 'b'] }],
    ['another commit', { head: { ...BEFORE.head, commit: 'b'.repeat(40) as CommitId } }, { what: 'head' }],
    ['detached at the same commit', { head: { ...BEFORE.head, branch: null } }, { what: 'head' }],
    ['a branch without a commit', { head: { ...BEFORE.head, commit: null } }, { what: 'head' }],
  ])('%s', (_what, now, expected) => {
    expect(slipped(BEFORE, { ...BEFORE, ...now })).toEqual(expected);
  });
});
