import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BlobId, PhaseId, RepoPath, SessionId } from '../../../src/model/names/ids.ts';
import type { TreeEntry } from '../../../src/session/ports.ts';
import type { PhaseDiff } from '../../../src/session/results.ts';
import { createBytesCache, createCheckpointReader } from '../../../src/vscode/review/readCheckpoint.ts';
import { addressPath, addressQuery, parseAddress } from '../../../src/vscode/review/documentAddress.ts';
import { planReview } from '../../../src/vscode/review/reviewPlan.ts';
import { commit } from '../builders.ts';

const diff = (over: Partial<PhaseDiff> = {}): PhaseDiff => ({
  session: 's' as SessionId,
  phase: 'plan' as PhaseId,
  from: commit(1),
  to: commit(2),
  root: null,
  changed: [
    { path: '.cairn/sessions/s/02-plan/plan.md', change: 'added' },
    { path: 'src/new.ts', change: 'added' },
    { path: 'src/old.ts', change: 'deleted' },
    { path: 'src/a.ts', change: 'modified' },
  ],
  notCaptured: [],
  ...over,
});

describe('a review', () => {
  test('names what is deleted and what is not captured in its title, and opens exactly the changed files, deletions first', () => {
    const plan = planReview(
      diff({ notCaptured: [{ path: 'data/big.bin', why: 'over 10 MB' }] }),
      'Phase 2: Plan',
    );
    expect(plan.title).toBe('Phase 2: Plan · deleted: old.ts · not captured: big.bin');
    expect(plan.warning).toBe('Not in this review, because it was not captured: data/big.bin (over 10 MB).');
    expect(plan.files.map(({ path, left, right }) => [path, left === null, right === null])).toEqual([
      ['src/old.ts', false, true],
      ['src/a.ts', false, false],
      ['src/new.ts', true, false],
      ['.cairn/sessions/s/02-plan/plan.md', true, false],
    ]);
  });

  test('of an open phase shows the working tree on the right', () => {
    const [file] = planReview(
      diff({ to: null, root: '/w', changed: [{ path: 'a', change: 'modified' }] }),
      'Plan',
    ).files;
    expect(file?.right).toEqual({ kind: 'workingTree', root: '/w' });
  });

  test('of a session names what several phases did not capture once, and keeps it in sight behind a long title', () => {
    const twice = [
      { path: 'big.bin', why: 'over 10 MB' },
      { path: 'big.bin', why: 'over 10 MB' },
    ];
    expect(
      planReview(
        diff({ changed: [], notCaptured: twice }),
        'An unusually long request about adding a login form',
      ).title,
    ).toBe('An unusually long request about adding… · not captured: big.bin');
  });

  test('with many deletions stays readable', () => {
    const changed = ['a', 'b', 'c', 'd'].map((path) => ({ path, change: 'deleted' as const }));
    expect(planReview(diff({ changed }), 'Plan').title).toBe('Plan · deleted: a, b and 2 more');
  });
});

describe('the address of a document at a checkpoint', () => {
  test('is read back as it was made, whatever the path', () => {
    const part = fc
      .string({ minLength: 1, maxLength: 12 })
      .filter((text) => !text.includes('/') && text !== '..' && text !== '.');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), fc.string(), (parts, label) => {
        const address = {
          repository: '/home/me/repo',
          root: '/home/me/repo.worktrees/x',
          commit: commit(3),
          path: parts.join('/'),
          label,
        };
        expect(parseAddress(addressQuery(address), addressPath(address))).toEqual({
          ...address,
          label: label.replaceAll(/[\\/]/g, ' '),
        });
      }),
    );
  });

  test('names the file that VS Code asks for below a folder', () => {
    const folder = { repository: '/r', root: '/r', commit: commit(3), path: 'src', label: 'x' };
    expect(parseAddress(addressQuery(folder), '/r/src/deep/a.ts')).toMatchObject({ path: 'src/deep/a.ts' });
  });

  test('works for a drive of Windows', () => {
    expect(
      addressPath({ repository: '', root: 'C:\\site\\repo', commit: commit(3), path: 'a.ts', label: '' }),
    ).toBe('/C:/site/repo/a.ts');
  });

  test.each([
    ['no JSON', 'x', '/r/a'],
    [
      'no commit',
      JSON.stringify({ repository: '/r', root: '/r', commit: 'HEAD', path: 'a', label: '' }),
      '/r/a',
    ],
    [
      'a way out',
      JSON.stringify({ repository: '/r', root: '/r', commit: commit(3), path: 'a', label: '' }),
      '/r/../etc/passwd',
    ],
    [
      'a missing part',
      JSON.stringify({ repository: '/r', root: '/r', commit: commit(3), path: 'a' }),
      '/r/a',
    ],
  ])('is refused with %s', (_, query, path) => expect(parseAddress(query, path)).toBe(null));
});

describe('reading at a checkpoint', () => {
  const entries: TreeEntry[] = ['a.txt', 'src/b.ts', 'src/deep/c.ts'].map((path) => ({
    path: path as RepoPath,
    mode: '100644',
    blob: '1' as BlobId,
  }));
  const at = (path: string) => ({ repository: '/r', root: '/r', commit: commit(3), path, label: '' });
  const scripted = () => {
    const asked: string[] = [];
    return {
      asked,
      readAt: (_: unknown, path: string) => {
        asked.push(path);
        return Promise.resolve(path === 'a.txt' ? new Uint8Array([0, 255]) : null);
      },
      listAt: (_: unknown, folder: string) =>
        Promise.resolve(entries.filter(({ path }) => folder === '' || path.startsWith(`${folder}/`))),
    };
  };

  test('a file is read once: a commit never changes', async () => {
    const api = scripted();
    const reader = createCheckpointReader();
    expect([
      await reader.file(api, at('a.txt')),
      await reader.file(api, at('a.txt')),
      await reader.file(api, at('gone')),
    ]).toEqual([new Uint8Array([0, 255]), new Uint8Array([0, 255]), null]);
    expect(api.asked).toEqual(['a.txt', 'gone']);
  });

  test('a folder has its direct children, each once', async () => {
    const reader = createCheckpointReader();
    expect([...(await reader.folder(scripted(), at('')))]).toEqual([
      ['a.txt', 'file'],
      ['src', 'folder'],
    ]);
    expect([...(await reader.folder(scripted(), at('src')))]).toEqual([
      ['b.ts', 'file'],
      ['deep', 'folder'],
    ]);
  });

  test('the cache stays within its bytes and keeps what was used last', () => {
    const cache = createBytesCache(40);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, new Uint8Array(10));
    cache.get('a');
    cache.set('e', new Uint8Array(10));
    cache.set('huge', new Uint8Array(30));
    expect(['a', 'b', 'c', 'd', 'e', 'huge'].map((key) => cache.get(key) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});
