import { describe, expect, it, onTestFinished } from 'vitest';
import { openRepository } from '../../src/git/openRepository.ts';
import type { AtTip } from '../../src/session/drive.ts';
import { holdWork } from '../../src/session/checkpoint/holdWork.ts';
import type { NewCheckpoint } from '../../src/session/checkpoint/newCheckpoint.ts';
import type { Timestamp } from '../../src/model/names/ids.ts';
import { linkedTree } from '../support/atTip.ts';
import { ground, workflow } from '../support/ground.ts';
import { HOSTILE, storeTree } from '../support/hostileTrees.ts';
import { elsewhere } from '../support/otherMachine.ts';
import { silentLog } from '../support/silentLog.ts';
import { DEMO, stage, type Flow, type Stage } from '../support/session.ts';
import { storeIn } from '../support/storeIn.ts';

const APPROVED: Flow = { phases: [{ id: 'plan' }, { id: 'build', approval: 'required' }] };
const TIP = `refs/heads/cairn/${DEMO}`;

/** A session whose second phase writes what is wrong, was sent back with it, writes it again, and waits with it. */
async function sentBack(): Promise<Stage> {
  const s = await stage(APPROVED, { files: { 'a.txt': 'one\ntwo\n' } });
  await s.agent.part('build', 'usual; echo wrong > work.txt; echo wrong >> a.txt');
  await s.start();
  await s.api.reject(DEMO, null, 'again');
  await s.resume();
  return s;
}

const commitsOf = async ({ repo }: Stage, ...options: readonly string[]): Promise<readonly string[]> =>
  (await repo.git('rev-list', ...options, TIP)).split('\n');

/** The first commit of the session that has the wrong line, as git finds it. */
async function bisected({ repo: { git } }: Stage, ...options: readonly string[]): Promise<string> {
  const opened = await git('rev-list', '--reverse', '--first-parent', '--grep=^Cairn-Seq: 1$', TIP);
  await git('bisect', 'start', ...options, TIP, opened);
  await git('bisect', 'run', 'sh', '-c', '! grep -q wrong a.txt');
  const found = await git('rev-parse', 'refs/bisect/bad');
  await git('bisect', 'reset');
  return found;
}

describe('work that was held, sent back and held again', () => {
  it('is in the history of git as the one checkpoint that closed its phase', async () => {
    const s = await sentBack();
    const checkpoints = await commitsOf(s, '--first-parent');
    const held = (await commitsOf(s)).filter((commit) => !checkpoints.includes(commit));
    await s.api.approve(DEMO, null, null);
    const closed = await s.repo.git('rev-parse', TIP);
    expect(await bisected(s, '--first-parent')).toBe(closed);
    // It walks into second parents otherwise, as of any merge.
    expect([...held, closed]).toContain(await bisected(s));
    for (const [file, line] of [
      ['a.txt', 3],
      ['work.txt', 1],
    ] as const) {
      const blamed = await s.repo.git('blame', '-l', '-s', '-L', `${line},${line}`, TIP, '--', file);
      expect([file, blamed.slice(0, 40)]).toEqual([file, closed]);
    }
  });

  it('is kept by git, whatever it collects, and approved in another clone of the branch alone', async () => {
    const s = await sentBack();
    const { git } = s.repo;
    await git('reflog', 'expire', '--expire=now', '--all');
    await git('gc', '-q', '--prune=now');
    expect(await git('show', `${TIP}^2:work.txt`)).toBe('wrong');
    const other = await elsewhere(s);
    await other.repo.git('gc', '-q', '--prune=now');
    await other.api.approve(DEMO, null, null);
    expect(await other.repo.git('show', `${TIP}:work.txt`)).toBe('wrong');
    expect(await other.violations()).toEqual([]);
  });
});

describe('a held commit', () => {
  // In two pieces, so that this file is none with a secret in it.
  const TOKEN = ['ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('');
  const [BIG, SECRET, BAD] = ['big.bin', 'token.txt', 'a\\.git\\config'];

  it('has no secrets, no files over the limit and no names that git would refuse: they stay on disk', async () => {
    const world = await ground({
      flow: workflow('phases: [{id: one, artifacts: [out.md]}]\n'),
      world: { settings: { maxFileBytes: 1_000_000 } },
      plays: async ({ produce, tree }) => {
        await produce('out.md');
        await tree.write('fine.txt', 'fine\n');
        await tree.write(SECRET, `token: ${TOKEN}\n`);
        await tree.write(BIG, 'x'.repeat(1_100_000));
        await tree.write(BAD, '[core]\n');
      },
    });
    expect(await world.start()).toMatchObject({ reason: 'blocked' });
    const [phase] = (await world.api.status(DEMO)).phases;
    expect(phase?.notCaptured.map(({ path }) => path).toSorted()).toEqual([BAD, BIG, SECRET]);
    const files = (await world.repo.git('ls-tree', '-rz', '--name-only', `${TIP}^2`)).split('\0');
    expect(files).toContain('fine.txt');
    for (const path of [BIG, SECRET, BAD]) {
      expect(files).not.toContain(path);
      expect(await linkedTree(world).look(path)).not.toBeNull();
    }
  });

  it('is made of no tree that git would refuse, wherever that is from', async () => {
    const { repo } = await ground();
    const repository = await openRepository(repo.root, { log: silentLog, env: repo.env });
    onTestFinished(() => repository.dispose());
    const [entries = []] = HOSTILE['.git with a hook'] ?? [];
    const base = await repo.git('rev-parse', 'HEAD');
    const work = { hold: await storeTree(storeIn(repo), entries), base };
    const at = '2026-11-20T10:01:22.123Z' as Timestamp;
    const row = { phase: 'one', round: 1 };
    const drive = {
      world: { repository, reached() {} },
      session: DEMO,
      record: { status: { seq: 1, rows: [row] } },
    };
    const next = { work, record: { phase: 'one', attempt: 1 } };
    await expect(
      holdWork(drive as unknown as AtTip, next as unknown as NewCheckpoint, null, at),
    ).rejects.toMatchObject({ code: 'data/unsafe-tree', details: { entries: [{ path: '.git' }] } });
  });
});
