import { randomBytes } from 'node:crypto';
import { chmod, stat, truncate, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLooseObjects } from '../../src/git/looseObjects.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';

const DAY = 86_400;

describe('objects that are stored without git', () => {
  test('git reads each kind and size, and calls them by the same names', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, headTree } = await openTestRepository(repo);
    const contents = [Buffer.alloc(0), Buffer.from('text\n'), randomBytes(300_000), Buffer.alloc(2_000_000)];
    for (const bytes of contents) {
      const blob = await repository.writeBlob(bytes);
      expect(blob).toBe(await repo.gitWithInput(bytes, 'hash-object', '--stdin'));
      expect(await repo.git('cat-file', '-s', blob)).toBe(`${bytes.length}`);
    }
    const blob = await repository.writeBlob(Buffer.from('below\n'));
    const edit = new Map([['folder/file' as never, { blob, mode: '100644' as const }]]);
    const tree = await repository.compose(await headTree(), edit);
    expect(await repo.git('ls-tree', '-r', '--name-only', tree)).toBe('a\nfolder/file');
    expect(await repo.git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  test('a repository with names of SHA-256 has them too', async () => {
    const repo = await gitRepo({ a: 'a' }, { objectFormat: 'sha256' });
    const { repository } = await openTestRepository(repo);
    const blob = await repository.writeBlob(Buffer.from('x'));
    expect(blob).toHaveLength(64);
    expect(await repo.git('cat-file', 'blob', blob)).toBe('x');
  });

  test('what is there already is not written again, and is young again, as git has it for its prune', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository } = await openTestRepository(repo);
    const blob = await repository.writeBlob(Buffer.from('x'));
    const file = fileOf(repo.root, blob);
    const { ino } = await stat(file);
    const old = Date.now() / 1000 - 30 * DAY;
    await utimes(file, old, old);
    await repository.writeBlob(Buffer.from('x'));
    const after = await stat(file);
    expect(after.ino).toBe(ino);
    expect(Date.now() - after.mtimeMs).toBeLessThan(DAY * 1000);
  });

  test('one that a power loss emptied or cut short is written anew', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository } = await openTestRepository(repo);
    for (const [text, left] of [
      ['one\n', 0],
      ['two\n', 5],
    ] as const) {
      const bytes = Buffer.from(text.repeat(100));
      const blob = await repository.writeBlob(bytes);
      await chmod(fileOf(repo.root, blob), 0o644);
      await truncate(fileOf(repo.root, blob), left);
      await repository.writeBlob(bytes);
      expect(Buffer.from(await repository.readBlob(blob))).toEqual(bytes);
    }
  });

  test.skipIf(process.platform === 'win32')(
    'files are read-only; in a repository that a group shares the group may read them and write beside them, whatever the umask says',
    async () => {
      const repo = await gitRepo({ a: 'a' });
      const objects = join(repo.root, '.git/objects');
      const loose = createLooseObjects(join(repo.root, '.git'), 'sha1');
      const stored = async (text: string): Promise<readonly number[]> => {
        const id = loose.nameOf('blob', Buffer.from(text));
        await loose.write(id, 'blob', Buffer.from(text));
        const modes = [loose.fileOf(id), dirname(loose.fileOf(id))].map(
          async (at) => (await stat(at)).mode & 0o777,
        );
        return Promise.all(modes);
      };
      const before = process.umask(0o077);
      try {
        await chmod(objects, 0o755);
        expect(await stored('mine')).toEqual([0o400, 0o700]);
        await chmod(objects, 0o775);
        expect(await stored('ours')).toEqual([0o444, 0o775]);
      } finally {
        process.umask(before);
      }
    },
  );
});

const fileOf = (root: string, id: string): string => join(root, '.git/objects', id.slice(0, 2), id.slice(2));
