import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RepoPath } from '../../src/model/names/ids.ts';
import { addedByGit } from '../support/addedByGit.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { captureAll, takeAll, loadedTree } from '../support/openTestRepository.ts';
import { THOROUGH, byDepth } from '../support/thorough.ts';

const ATTRIBUTES = `*.txt text eol=crlf
*.u16 working-tree-encoding=UTF-16 text
*.up filter=up
*.id ident
`;

/** Files of every kind that git stores otherwise than they lie there, and of those that it does not. */
async function manyFiles(repo: GitRepo, folders: number, each: number): Promise<void> {
  for (let folder = 0; folder < folders; folder += 1) {
    for (let at = 0; at < each; at += 1) {
      const name = `many/p${folder}/f${at}`;
      await repo.write(`${name}.js`, `// ${folder} ${at}\n`);
      if (folder % 20 !== 0) continue;
      await repo.write(`${name}.txt`, `${folder}\r\n${at}\r\n`);
      await repo.write(`${name}.u16`, Buffer.from(`\uFEFF${folder} ${at}\n`, 'utf16le'));
      await repo.write(`${name}.up`, `${folder} ${at} abc`);
      await repo.write(`${name}.id`, `$Id$ ${folder} ${at}\n`);
      await repo.write(`${name}.empty`, '');
      await repo.write(`${name}.sh`, `#!/bin/sh\n${folder} ${at}\n`, 0o755);
      await repo.link(`${name}.link`, `f${at}.js`);
    }
  }
}

const loose = async (repo: GitRepo): Promise<number> =>
  Number(/^count: (\d+)$/m.exec(await repo.git('count-objects', '-v'))?.[1]);

describe('many new files', () => {
  for (const { rows, options } of byDepth(['sha1', 'sha256'] as const, (format) => format === 'sha1'))
    test.each(rows)(
      'become a pack with the objects that git add makes, of whatever conversion (%s)',
      options,
      async (objectFormat) => {
        const repo = await gitRepo(
          { '.gitattributes': ATTRIBUTES, 'tracked.js': 'before' },
          { objectFormat },
        );
        await repo.git('config', 'filter.up.clean', 'tr a-z A-Z');
        const { at, repository } = await loadedTree(repo);
        const before = await loose(repo);
        await manyFiles(repo, 320, 3);
        await repo.write('tracked.js', 'after');
        const captured = await captureAll(at);
        expect(await loose(repo)).toBe(before);
        expect(
          (await readdir(join(repo.root, '.git/objects'))).filter((name) => name.startsWith('tmp_')),
        ).toEqual([]);
        // The reader was started before there was a pack.
        expect(Buffer.from((await repository.read(captured, 'tracked.js' as RepoPath))!).toString()).toBe(
          'after',
        );
        expect((await repository.list(captured, '')).length).toBe(2 + 320 * 3 + 16 * 3 * 7);
        expect(await at.pending()).toEqual([]);
        await repo.git('fsck', '--strict', captured);
        expect(captured).toBe(await addedByGit(repo));
      },
    );

  test('in a repository whose path git would take for a list', THOROUGH, async () => {
    const repo = await gitRepo({ first: 'first' }, { name: 'a:b "c" ü' });
    const { at } = await loadedTree(repo);
    await manyFiles(repo, 1, 400);
    const captured = await captureAll(at);
    expect(await loose(repo)).toBeLessThan(30);
    expect(captured).toBe(await addedByGit(repo));
  });

  test('one that a filter refuses costs itself only', async () => {
    const repo = await gitRepo({ '.gitattributes': '*.bad filter=bad\n' });
    await repo.git('config', 'filter.bad.clean', 'false');
    const { at, repository } = await loadedTree(repo);
    await manyFiles(repo, 1, 400);
    await repo.write('many/p0/x.bad', 'x');
    const { tree: captured, notTaken } = await takeAll(at);
    expect(notTaken.map(({ path }) => path)).toEqual(['many/p0/x.bad']);
    expect(await repository.entry(captured, 'many/p0/f399.js' as RepoPath)).not.toBeNull();
  });

  test(
    'are told of as they are taken, and whoever is told can end it: nothing is left, and it can be done again',
    THOROUGH,
    async () => {
      const repo = await gitRepo({ first: 'first' });
      const { at } = await loadedTree(repo);
      await manyFiles(repo, 1, 2300);
      const paths = (await at.pending()).map((entry) => entry.path);
      const before = await loose(repo);
      const told: number[] = [];
      const stopped = at.capture(paths, async (taken) => {
        told.push(taken);
        if (taken === 2000) throw new Error('stop');
      });
      await expect(stopped).rejects.toThrow('stop');
      expect(told).toEqual([1000, 2000]);
      expect(await readdir(join(repo.root, '.git/objects/pack'))).toEqual([]);
      expect([await loose(repo), (await at.pending()).length]).toEqual([before, paths.length]);
      expect(await captureAll(at)).toBe(await addedByGit(repo));
    },
  );

  test('what a killed run leaves of its store, gc removes', async () => {
    const repo = await gitRepo({ first: 'first' });
    await repo.write('.git/objects/tmp_objdir-cairn-dead/pack/tmp_pack_1', 'half');
    const old = new Date(Date.now() - 30 * 24 * 3600 * 1000);
    await utimes(join(repo.root, '.git/objects/tmp_objdir-cairn-dead'), old, old);
    await repo.git('gc', '-q');
    expect(
      (await readdir(join(repo.root, '.git/objects'))).filter((name) => name.startsWith('tmp_')),
    ).toEqual([]);
  });
});
