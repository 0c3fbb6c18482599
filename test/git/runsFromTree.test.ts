import { describe, expect, it } from 'vitest';
import { gitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';

const HOOKED = { '.hooks/post-index-change': '', '.other/pre-commit': '' };

/** With a repository whose config says this. */
async function runsFromTree(key: string, value: string): Promise<boolean> {
  const repo = await gitRepo(HOOKED);
  await repo.git('config', '--local', key, value.replace('ROOT', repo.root));
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
    ['core.hooksPath', '.hooks'],
    ['core.hooksPath', 'ROOT/.hooks'],
  ])('where %s = %s', async (key, value) => {
    expect(await runsFromTree(key, value)).toBe(true);
  });

  it.each([
    ['core.fsmonitor', 'true'],
    ['core.fsmonitor', '.git/hooks/query-watchman'],
    ['core.pager', 'delta | less -R'],
    ['diff.pdf.textconv', '/usr/bin/pdftotext -layout'],
    ['filter.lfs.process', 'git-lfs filter-process'],
    ['filter.lfs.clean', '~/bin/lfs clean -- %f'],
    ['core.hooksPath', '.other'],
    ['core.hooksPath', '.git/hooks'],
    ['core.hooksPath', '/usr/share/hooks'],
    ['alias.x', '!./tools/x'],
    ['merge.x.driver', './tools/merge %A'],
  ])('not where %s = %s', async (key, value) => {
    expect(await runsFromTree(key, value)).toBe(false);
  });
});
