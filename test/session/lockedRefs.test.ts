import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openGitRepo, type GitRepo } from '../support/gitRepo.ts';
import { chain, DEMO, stage, takeSeat, type Seat, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

/** What a git that was killed while it moved a branch leaves; old enough that nobody has to wait until it is. */
async function leaveLocked(repo: GitRepo, branch: string): Promise<void> {
  const lock = `.git/refs/heads/${branch}.lock`;
  await repo.write(lock, '');
  await utimes(join(repo.root, lock), 0, new Date(Date.now() - 120_000));
}

const unlocked = (branch: string): string =>
  `A stale lock on refs/heads/${branch} was removed: whoever held it has died.`;

test('a start that was killed while git made its branch is typed again', async () => {
  const s = await stage(chain('one'));
  await leaveLocked(s.repo, 'cairn/demo');
  expect(await s.start()).toMatchObject({ reason: 'completed' });
  expect(s.told()).toContain(unlocked('cairn/demo'));
});

test('and so is one in place that was killed while git wrote its private index', THOROUGH, async () => {
  const s = await stage(chain('one'));
  await s.repo.write('mine.txt', 'not added\n');
  const now = Date.now() / 1000;
  for (const lock of ['index.few.lock', 'index-1.lock']) {
    await s.repo.write(`.git/cairn/demo/${lock}`, '');
    await utimes(join(s.repo.root, '.git/cairn/demo', lock), now, now);
  }
  expect(await s.start({ inPlace: true })).toMatchObject({ reason: 'completed' });
});

test('so is a fork', THOROUGH, async () => {
  const s = await stage(chain('one', 'two'));
  await s.start();
  await leaveLocked(s.repo, 'cairn/other');
  await s.api.fork(DEMO, 'one', { id: 'other' });
  expect(s.told()).toContain(unlocked('cairn/other'));
});

test('and a resume in a clone, which makes the branch of the one that was fetched', THOROUGH, async () => {
  const s = await stage(chain('one', 'two'));
  await s.start({ until: 'one' });
  const clone = await cloneOf(s);
  await leaveLocked(clone.repo, 'cairn/demo');
  expect(await clone.resume({ trust: true })).toMatchObject({ reason: 'completed' });
  expect(clone.told()).toContain(unlocked('cairn/demo'));
});

test('and a restore that puts a torn branch back', THOROUGH, async () => {
  const s = await stage(chain('one'));
  await s.start();
  await s.repo.write('.git/refs/heads/cairn/demo', '');
  await leaveLocked(s.repo, 'cairn/demo');
  await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
  expect(s.told()).toContain(unlocked('cairn/demo'));
});

async function cloneOf(s: Stage): Promise<Seat> {
  const root = `${s.repo.root}-clone`;
  await s.repo.git('clone', '-q', s.repo.root, root);
  return takeSeat(openGitRepo(root), { agents: s.agent.settings });
}
