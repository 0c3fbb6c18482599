import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';

const HOOKED = { '.hooks/post-index-change': '', '.other/pre-commit': '' };

/** With a repository whose config says this. */
async function runsFromTree(key: string, value: string): Promise<boolean> {
  const repo = await gitRepo(HOOKED);
  const link = join(await temporaryFolder(), 'link');
  await symlink(repo.root, link);
  await writeFile(join(repo.root, 'words'), '', { mode: 0o755 });
  await writeFile(join(repo.root, 'shared.gitconfig'), '[user]\n\tname = Somebody\n');
  await repo.git('config', '--local', key, value.replace('ROOT', repo.root).replace('LINK', link));
  const { repository } = await openTestRepository(repo);
  return repository.runsFromTree(repo.root);
}

describe('a program that git runs while it only reads is in the working tree', () => {
  it.each([
    ['core.fsmonitor', 'tools/watch'],
    ['core.fsmonitor', './watch'],
    ['core.fsmonitor', 'ROOT/watch'],
    ['core.pager', 'less | tools/page'],
    ['pager.log', './page'],
    ['diff.external', 'sh -c "./tools/diff"'],
    ['diff.a b.command', 'node tools/diff.js'],
    ['diff.Words.textconv', 'A=1 tools/words'],
    ['filter.x.process', "'tools/filter' x"],
    ['filter.x.clean', '$HOME/../tools/clean'],
    ['core.fsmonitor', '.git/hooks/query-watchman'],
    ['core.fsmonitor', 'watch.sh'],
    ['core.pager', 'make page'],
    ['diff.x.textconv', 'node words.js'],
    ['diff.x.textconv', 'python3 words.py'],
    ['diff.x.textconv', '/bin/sh words'],
    ['diff.x.textconv', '/usr/bin/env -S words'],
    ['diff.x.textconv', '/bin/cat words'],
    ['diff.x.textconv', '/bin/../bin/cat'],
    ['diff.x.textconv', '/no/such/program'],
    ['diff.x.textconv', '/bin/cat; ./x'],
    ['diff.x.textconv', '/bin/cat --file=tools/x'],
    ['diff.x.textconv', 'LINK/words'],
    ['filter.x.smudge', 'git-lfs smudge -- %f; ./x'],
    ['filter.x.clean', '~/bin/lfs clean -- %f'],
    ['merge.x.driver', './tools/merge %A'],
    ['gpg.program', 'tools/gpg'],
    ['gpg.ssh.program', './sign'],
    ['gpg.ssh.defaultKeyCommand', 'make key'],
    ['include.path', 'ROOT/shared.gitconfig'],
    ['include.path', 'LINK/shared.gitconfig'],
    ['core.hooksPath', '.hooks'],
    ['core.hooksPath', 'ROOT/.hooks'],
  ])('where %s = %s', async (key, value) => {
    expect(await runsFromTree(key, value)).toBe(true);
  });

  it.each([
    ['core.fsmonitor', 'true'],
    ['core.fsmonitor', 'false'],
    ['core.pager', 'delta | less -R'],
    ['core.pager', 'less -FRX'],
    ['pager.log', 'no'],
    ['diff.pdf.textconv', '/bin/cat -n --number'],
    ['filter.x.clean', '"/bin/cat" -A'],
    ['filter.lfs.clean', 'git-lfs clean -- %f'],
    ['filter.lfs.process', 'git-lfs filter-process'],
    ['core.hooksPath', '.other'],
    ['core.hooksPath', '.git/hooks'],
    ['core.hooksPath', '/usr/share/hooks'],
    ['alias.x', '!./tools/x'],
    ['include.path', '/no/such.gitconfig'],
  ])('not where %s = %s', async (key, value) => {
    expect(await runsFromTree(key, value)).toBe(false);
  });
});
