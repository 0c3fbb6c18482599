import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atTip, linkedTree } from '../support/atTip.ts';
import { openGitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';
import { ground } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { startedGround } from '../support/startedGround.ts';

const signal = new AbortController().signal;

/** As the README has it. */
const LEAVES_OUT = ['--exclude=*cairn/*', '--single-worktree', '--all'];

/** A git that notes every command it is called with, before it runs it. */
async function countingGit(): Promise<{
  readonly git: string;
  readonly calls: () => Promise<readonly string[]>;
}> {
  const folder = await temporaryFolder();
  const [git, log] = [join(folder, 'git'), join(folder, 'log')];
  await writeFile(git, `#!/bin/sh\necho "$*" >> '${log}'\nexec git "$@"\n`);
  await chmod(git, 0o755);
  return {
    git,
    calls: async () => (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean),
  };
}

/** All branches and tags, and where they point; the one of the session is there and left out. */
async function branchesBut(repo: GitRepo, made: string): Promise<readonly string[]> {
  const branches = ((await repo.untouchables())['branches'] ?? '').split('\n');
  expect(branches).toContain(made);
  return branches.filter((branch) => branch !== made);
}

describe('the session branch', () => {
  it('[B1] exists before any agent runs, and nothing lands on the branch of the person', async () => {
    const seen: string[] = [];
    const world: Stage = await ground({
      plays: async ({ produce }) => {
        seen.push(await world.repo.git('log', '-1', '--format=%s', `cairn/${DEMO}`));
        await produce('out.md');
      },
    });
    const main = await world.repo.git('rev-parse', 'main');
    await world.start();
    expect(seen[0]).toBe('cairn: the session is open');
    expect(await world.repo.git('rev-parse', 'main')).toBe(main);
    expect(await world.repo.git('rev-parse', 'HEAD')).toBe(main);
  });

  it('[B9] deletions are in the body of the commit and in the packet, and stop nothing', async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`old/f${n}.txt`, `${n}\n`]));
    const world = await ground({
      files,
      plays: async ({ produce, tree, phase }) => {
        await produce('out.md');
        if (phase === 'one') await tree.remove('old');
      },
    });
    expect(await world.start({ until: 'one' })).toMatchObject({ reason: 'paused' });
    const body = await world.repo.git('log', '-1', '--format=%b', `cairn/${DEMO}`);
    expect(body).toMatch(/30/);
    expect(body).toContain('old/f0.txt');
    expect(await atTip(world, `.cairn/sessions/${DEMO}/01-one/PACKET.md`)).toContain('old/f0.txt');
    // What terminal and window show of it; unattended, the session goes on.
    const { changed } = await world.api.diff(DEMO, 'one');
    expect(changed.filter(({ change }) => change === 'deleted')).toHaveLength(30);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
  });

  it('[B11] nothing is fetched or pushed: remotes are never spoken to', async () => {
    const counting = await countingGit();
    const world = await ground();
    await world.repo.git('remote', 'add', 'origin', '/nonexistent/remote.git');
    await world.repo.git('config', 'push.default', 'current');
    const seat = await world.seat({ git: counting.git });
    await seat.start();
    await seat.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    await seat.resume();
    await seat.api.land(DEMO, { branch: 'x' }).catch(() => {});
    const calls = await counting.calls();
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.filter((call) => /\b(push|fetch|pull|ls-remote|clone|remote)\b/.test(call))).toEqual([]);
    // Nor are the commands used that lose work.
    expect(
      calls.filter((call) =>
        / (reset|clean|stash|gc|prune|reflog)( |$)/.test(call.replaceAll(/-c \S+/g, '')),
      ),
    ).toEqual([]);
  });

  it('[B12] our refs are at commits, and no extension is left in the config', async () => {
    const world = await ground();
    const config = await world.repo.read('.git/config');
    await world.start({ until: 'one' });
    await linkedTree(world).write('a.txt', 'x\n');
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    const types = (await world.repo.git('for-each-ref', '--format=%(objecttype)')).split('\n');
    expect(new Set(types)).toEqual(new Set(['commit']));
    expect(await world.repo.read('.git/config')).toBe(config);
    expect(await world.repo.git('fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('[B14] one commit for a phase, which is the one that status, log and the tree name', async () => {
    const world = await ground();
    const outcome = await world.start({ until: 'one' });
    expect(await world.repo.git('rev-list', '--count', `main..cairn/${DEMO}`)).toBe('2');
    const tip = await world.repo.git('rev-parse', `cairn/${DEMO}`);
    expect(outcome.commit).toBe(tip);
    expect((await world.api.status(DEMO)).phases[0]?.commit).toBe(tip);
    expect((await world.api.log(DEMO)).at(-1)?.commit).toBe(tip);
  });

  it('[B13] a mirror of the repository has every session, and another clone goes on from it', async () => {
    const world = await startedGround({}, { until: 'one' });
    const mirror = `${world.repo.root}-mirror.git`;
    await world.repo.git('clone', '-q', '--mirror', '.', mirror);
    const place = `${world.repo.root}-clone`;
    await world.repo.git('clone', '-q', mirror, place);
    const seat = await world.seat({ folder: place });
    expect(await seat.api.list()).toMatchObject([{ session: DEMO, remote: true, state: 'paused' }]);
    expect(await seat.resume({ trust: true })).toMatchObject({
      reason: 'completed',
    });
    expect(await openGitRepo(place).git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
    expect(
      await openGitRepo(place)
        .git('config', '--get-regexp', '^branch\\.cairn')
        .catch(() => ''),
    ).toBe('');
  });

  it('[B13] push --mirror takes all of it along, log --all shows it unless it is left out, a fetch that prunes takes nothing, a purge all', async () => {
    const world: Stage = await ground({
      plays: async ({ produce, task }) => {
        await produce('out.md');
        const cwd = task.cwd;
        const effect = { key: 'one/add', command: ['true'] as const, probe: null, cwd };
        await world.api.effect(DEMO, effect, { out() {}, errors() {} }, signal);
      },
    });
    const { repo } = world;
    await world.start({ until: 'one' });
    await linkedTree(world).write('mine.txt', 'uncommitted\n');
    await world.api.restore(DEMO, { to: '1' }, { dryRun: false });
    await world.api.restore(DEMO, { undo: true }, { dryRun: false });
    const ours = [`refs/cairn/${DEMO}/effects`, `refs/cairn/${DEMO}/rescue/1`, `refs/heads/cairn/${DEMO}`];
    const refs = (place = repo): Promise<string> =>
      place.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/cairn', 'refs/heads');
    for (const ref of ours) expect(await refs()).toContain(ref);

    const bare = openGitRepo(`${repo.root}-mirror.git`);
    await repo.git('init', '-q', '--bare', bare.root);
    await repo.git('push', '-q', '--mirror', bare.root);
    expect(await refs(bare)).toBe(await refs());

    const subjects = async (...args: string[]): Promise<readonly string[]> =>
      (await repo.git('log', '--format=%s', ...args)).split('\n');
    expect(await subjects('--all')).toEqual(
      expect.arrayContaining(['first', 'cairn: the session is open', 'cairn: one is done, nothing checked']),
    );
    expect(await subjects(...LEAVES_OUT)).toEqual(['first']);

    await repo.git('init', '-q', '--bare', `${repo.root}-origin.git`);
    await repo.git('remote', 'add', 'origin', `${repo.root}-origin.git`);
    await repo.git('push', '-q', 'origin', 'main');
    const before = await refs();
    await repo.git('fetch', '-q', '--prune', '--prune-tags', 'origin');
    expect(await refs()).toBe(before);
    expect(await world.api.status(DEMO)).toMatchObject({ effects: { done: 1 }, rescues: [{}] });

    await world.api.delete(DEMO, { purge: true });
    await repo.git('push', '-q', '--mirror', bare.root);
    for (const place of [repo, bare])
      expect(await refs(place)).toBe(`refs/heads/main ${await repo.git('rev-parse', 'main')}`);
  });

  it('a remote whose name has a slash in it is a remote like any other', async () => {
    const world = await startedGround({}, { until: 'one' });
    const place = `${world.repo.root}-clone`;
    await world.repo.git('clone', '-q', '-o', 'team/hub', '.', place);
    const seat = await world.seat({ folder: place });
    expect(await seat.api.list()).toMatchObject([{ session: DEMO, remote: true, branch: `cairn/${DEMO}` }]);
    expect(await seat.resume({ trust: true })).toMatchObject({
      reason: 'completed',
    });
    expect(await openGitRepo(place).git('for-each-ref', '--format=%(refname)', 'refs/heads')).toBe(
      `refs/heads/cairn/${DEMO}\nrefs/heads/main`,
    );
  });

  it('[E12] the newest commit alone, as in a clone of depth 1, is enough to resume', async () => {
    // Something that is done outside in the first phase, and asked for again elsewhere.
    const file = join(await temporaryFolder(), 'outside');
    const once = (api: Stage['api'], cwd: string) =>
      api.effect(
        DEMO,
        { key: 'one/add', command: ['sh', '-c', `echo done >> '${file}'`], probe: null, cwd },
        { out() {}, errors() {} },
        signal,
      );
    const world: Stage = await ground({
      plays: async ({ produce, phase, task }) => {
        await produce('out.md');
        if (phase === 'one') await once(world.api, task.cwd);
      },
    });
    await world.start({ until: 'one' });
    const place = `${world.repo.root}-shallow`;
    await world.repo.git(
      'clone',
      '-q',
      '--depth',
      '1',
      '--branch',
      `cairn/${DEMO}`,
      `file://${world.repo.root}`,
      place,
    );
    const clone = openGitRepo(place);
    await clone.git('switch', '-q', '--detach');
    const seat = await world.seat({ folder: place });
    expect(await seat.resume({ trust: true })).toMatchObject({
      reason: 'completed',
    });
    expect(await seat.api.status(DEMO)).toMatchObject({
      state: 'done',
      seq: 3,
      effects: { done: 1, inDoubt: 0 },
    });
    await once(seat.api, place);
    expect(await readFile(file, 'utf8')).toBe('done\n');
    // What is missing there is named.
    expect((await seat.api.log(DEMO)).map(({ seq }) => seq)).toEqual([2, 3]);
    const missing = await refusal(
      seat.api.restore(DEMO, { to: '1' }, { dryRun: true }),
      'repo/history-missing',
    );
    expect(missing.details).toEqual({ session: DEMO, first: 2 });
  });

  it('[D10] a resume that fails after it made the branch deletes nothing that it did not make', async () => {
    const world = await startedGround({}, { until: 'one' });
    const place = `${world.repo.root}-clone`;
    await world.repo.git('clone', '-q', '.', place);
    const clone = openGitRepo(place);
    await clone.write(`../repo-clone.worktrees/${DEMO}/mine.txt`, 'mine\n');
    for (const name of ['mine', 'cairn/other-session', `cairn/${DEMO}-mine`]) await clone.git('branch', name);
    const { branches: before } = await clone.untouchables();
    const seat = await world.seat({ folder: place });
    await refusal(seat.resume({ trust: true }), 'repo/worktree-place');
    const made = `refs/heads/cairn/${DEMO} ${await world.repo.git('rev-parse', `cairn/${DEMO}`)} `;
    expect(await branchesBut(clone, made)).toEqual(before?.split('\n'));
    // Made by the call before: to this one, too, it is not its own.
    await clone.git('update-ref', `refs/heads/cairn/${DEMO}`, `origin/cairn/${DEMO}`);
    await refusal(seat.resume({ trust: true }), 'repo/worktree-place');
    expect((await clone.untouchables())['branches']).toContain(made);
    expect(await clone.look(`../repo-clone.worktrees/${DEMO}/mine.txt`)).toBe('mine\n');
    expect(await clone.git('rev-parse', `origin/cairn/${DEMO}`)).toBe(
      await world.repo.git('rev-parse', `cairn/${DEMO}`),
    );
    await clone.remove(`../repo-clone.worktrees/${DEMO}/mine.txt`);
    expect(await seat.resume({ trust: true })).toMatchObject({
      reason: 'completed',
    });
  });

  it('[D10] a start that fails while the worktree is made can be resumed, and leaves what was there', async () => {
    const world = await ground();
    const counting = await countingGit();
    const text = await readFile(counting.git, 'utf8');
    await writeFile(
      counting.git,
      text.replace(
        'exec git',
        'case "$*" in *"worktree add"*) echo "fatal: no room" >&2; exit 128;; esac\nexec git',
      ),
    );
    for (const name of ['mine', 'cairn/other-session', `cairn/${DEMO}-mine`])
      await world.repo.git('branch', name);
    const before = await world.repo.untouchables();
    const seat = await world.seat({ git: counting.git });
    const error = await refusal(seat.start(), 'git/failed');
    expect(error.details.stderr).toContain('no room');
    const after = await world.repo.untouchables();
    const made = `refs/heads/cairn/${DEMO} ${await world.repo.git('rev-parse', `cairn/${DEMO}`)} `;
    expect({ ...after, branches: (await branchesBut(world.repo, made)).join('\n') }).toEqual(before);
    expect(await world.api.list()).toMatchObject([{ session: DEMO, state: 'paused', seq: 1 }]);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
  });
});
