import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RepoPath } from '../../src/model/names/ids.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';

test('what git does not record here, and so would not give back, is named', async () => {
  const repo = await gitRepo({ run: 'run', plain: 'plain', link: 'x' });
  await repo.remove('link');
  symlinkSync('plain', join(repo.root, 'link'));
  await repo.git('add', '-A');
  await repo.git('commit', '-qm', 'a link');
  await repo.git('config', 'core.filemode', 'false');
  await repo.git('config', 'core.symlinks', 'false');
  await repo.write('run', 'run', 0o755);
  const opened = await openTestRepository(repo);
  const from = await opened.headTree();
  const blob = await opened.repository.writeBlob(Buffer.from('new'));
  const paths = ['run', 'plain', 'link'] as RepoPath[];
  const to = await opened.repository.compose(
    from,
    new Map(paths.map((path) => [path, { blob, mode: '100644' as const }])),
  );
  const { unlike } = await opened.tree().write(from, to);
  expect(unlike).toEqual([
    { path: 'link', was: 'link' },
    { path: 'run', was: 'executable' },
  ]);
});
