import { execFileSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryBytes } from '../../src/git/workingTree/indexEntry.ts';
import { indexOf, spliceIndex, type IndexEdit } from '../../src/git/workingTree/spliceIndex.ts';
import type { BlobId, RepoPath } from '../../src/model/names/ids.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { captureAll, loadedTree, seen } from '../support/openTestRepository.ts';

const name = fc.constantFrom('a', 'a.b', 'a-b', 'ab', 'b', 'é', 'Z', 'x y');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const change = fc.option(fc.constantFrom(0, 1, 2), { nil: null, freq: 3 });
const round = fc
  .array(fc.tuple(path, change), { minLength: 1, maxLength: 8 })
  .map((pairs) => new Map(pairs))
  .filter((changes) => {
    const added = [...changes].filter(([, blob]) => blob !== null).map(([file]) => file);
    return !added.some((file) => added.some((other) => other.startsWith(`${file}/`)));
  });

/** git on an index of its own. */
function withIndex(repo: GitRepo, file: string) {
  const index = join(repo.root, '.git', file);
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', args, {
      cwd: repo.root,
      env: { ...repo.env, GIT_INDEX_FILE: index },
      input,
      encoding: 'utf8',
    });
  return { index, git, holds: () => [git(['ls-files', '-s']), git(['write-tree'])] };
}

describe.each(['sha1', 'sha256'] as const)(
  'entries replaced without git, in a repository with %s',
  (format) => {
    it('are what git would have made of them, the trees that it remembers included', async () => {
      const repo = await gitRepo({ first: '' }, { objectFormat: format });
      const blobs = (await Promise.all(
        ['0', '1', '2'].map((text) => repo.gitWithInput(text, 'hash-object', '-w', '--stdin')),
      )) as BlobId[];
      const zero = '0'.repeat(blobs[0]?.length ?? 0);
      await fc.assert(
        fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
          const [ours, theirs] = [withIndex(repo, 'ours'), withIndex(repo, 'theirs')];
          await writeFile(ours.index, indexOf([], zero.length / 2));
          await writeFile(theirs.index, indexOf([], zero.length / 2));
          for (const changes of rounds) {
            const edits = [...changes].map(([file, at]): IndexEdit => {
              const blob = at === null ? undefined : blobs[at];
              return blob === undefined
                ? { name: Buffer.from(file), bytes: null }
                : entryBytes(file, { mode: '100644', blob });
            });
            const spliced = spliceIndex(await readFile(ours.index), edits, zero.length / 2);
            if (spliced === null) throw new Error('not spliced');
            await writeFile(ours.index, spliced);
            const removed = [...changes]
              .filter(([, at]) => at === null)
              .map(([file]) => `0 ${zero}\t${file}\n`);
            const added = [...changes].flatMap(([file, at]) =>
              at === null ? [] : `100644 ${blobs[at] ?? ''}\t${file}\n`,
            );
            theirs.git(['update-index', '--index-info'], [...removed, ...added].join(''));
            expect(ours.holds()).toEqual(theirs.holds());
          }
        }),
        { numRuns: 25 },
      );
    });
  },
);

describe('what git knows of a captured file', () => {
  it('is kept, so that a look need not read the file again', async () => {
    const repo = await gitRepo({ old: 'old', other: 'other' });
    const { at } = await loadedTree(repo);
    await repo.write('old', 'changed');
    // Its second must be over, or it is in doubt (`changeTimes.test.ts`).
    await sleep(1100);
    await captureAll(at);
    expect(await seen(at)).toEqual([]);
    const debug = withIndex(repo, 'cairn/test-index-0').git(['ls-files', '--debug', 'old']);
    const { size, ino } = await stat(join(repo.root, 'old'));
    expect(debug).toContain(`ino: ${ino}`);
    expect(debug).toContain(`size: ${size}`);
  });

  it('is in doubt for a file that changes again within the second, also when the index looks younger later', async () => {
    const repo = await gitRepo({ file: 'aaaa', between: '' });
    const { at } = await loadedTree(repo);
    // Many gits compare whole seconds only: all of this must fall into one.
    await sleep(1050 - (Date.now() % 1000));
    await repo.write('file', 'bbbb');
    await captureAll(at);
    expect(await seen(at)).toEqual([]);
    await repo.write('file', 'cccc');
    await sleep(1100);
    await repo.write('between', 'captured, so that the index is written once more');
    await at.capture(['between' as RepoPath]);
    expect(await seen(at)).toEqual(['modified file file']);
    // This git may compare parts of a second as well, and have found out by itself: nothing is known of the file.
    expect(withIndex(repo, 'cairn/test-index-0').git(['ls-files', '--debug', 'file'])).toContain('size: 0');
  });
});
