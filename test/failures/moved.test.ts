import { terminalWarning } from '../../src/cli/output/terminalNotice.ts';
import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { atTip, filesAtTip, linkedTree } from '../support/atTip.ts';
import { ground } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { differences, foreign, snapshot } from '../support/snapshot.ts';
import { startedGround } from '../support/startedGround.ts';
import { THOROUGH } from '../support/thorough.ts';

const STATUS = `.cairn/sessions/${DEMO}/STATUS.md`;

/** A commit on the session branch by somebody else, with one file changed. */
async function putOnTip(
  world: Stage,
  path: string,
  change: (text: string) => string,
  keepMessage = true,
): Promise<string> {
  const { repo } = world;
  const index = { GIT_INDEX_FILE: `${repo.root}/.git/other-index` };
  const blob = await repo.gitWithInput(change(await atTip(world, path)), 'hash-object', '-w', '--stdin');
  const run = async (...args: string[]): Promise<string> => {
    const { execFileSync } = await import('node:child_process');
    return execFileSync('git', args, {
      cwd: repo.root,
      env: { ...repo.env, ...index },
      encoding: 'utf8',
    }).trim();
  };
  await run('read-tree', `cairn/${DEMO}`);
  await run('update-index', '--cacheinfo', `100644,${blob},${path}`);
  const tree = await run('write-tree');
  const message = keepMessage ? await repo.git('log', '-1', '--format=%B', `cairn/${DEMO}`) : 'by hand';
  const commit = await repo.gitWithInput(message, 'commit-tree', tree, '-p', `cairn/${DEMO}`);
  await repo.git('update-ref', `refs/heads/cairn/${DEMO}`, commit);
  await rm(index.GIT_INDEX_FILE);
  return commit;
}

async function paused(): Promise<Stage> {
  const world = await startedGround({}, { until: 'one' });
  return world;
}

const writing: readonly (readonly [string, (world: Stage) => Promise<unknown>])[] = [
  ['resume', (world) => world.resume()],
  ['approve', (world) => world.api.approve(DEMO, null, null)],
  ['cancel', (world) => world.api.cancel(DEMO)],
  ['delete', (world) => world.api.delete(DEMO, { purge: false })],
  ['land', (world) => world.api.land(DEMO, { branch: 'x' })],
];

describe('a session branch that somebody moved', () => {
  it('to a commit that is no checkpoint: a question (exit 7) until --trust, and shown by status', async () => {
    const world = await paused();
    await putOnTip(world, STATUS, (text) => text, false);
    const tip = await world.repo.git('rev-parse', `cairn/${DEMO}`);
    const error = await refusal(world.resume(), 'data/untrusted-tip');
    expect(error.details.warnings.join()).toContain(tip.slice(0, 7));
    expect((await world.api.status(DEMO)).warnings.map(terminalWarning).join()).toContain('no checkpoint');
    expect(await world.resume({ trust: true })).toMatchObject({ reason: 'completed' });
  });

  it('to something without any record of ours: refused, naming the branch', async () => {
    const world = await paused();
    await world.repo.git('update-ref', `refs/heads/cairn/${DEMO}`, 'main');
    const before = await snapshot(world.repo.root);
    for (const [, act] of [...writing, ['status', (of: Stage) => of.api.status(DEMO)] as const])
      expect((await refusal(act(world), 'data/no-checkpoint')).details).toEqual({
        session: DEMO,
        branch: `refs/heads/cairn/${DEMO}`,
      });
    expect(foreign(differences(before, await snapshot(world.repo.root)))).toEqual([]);
    expect(await world.api.list()).toMatchObject([{ session: DEMO, state: 'unknown' }]);
  });

  it('back to an older checkpoint: a question, not a second history in silence', async () => {
    let run = 0;
    const world = await ground({ plays: ({ produce }) => produce('out.md', `run ${(run += 1)}\n`) });
    await world.start();
    const newest = await world.repo.git('rev-parse', `cairn/${DEMO}`);
    await world.repo.git('update-ref', `refs/heads/cairn/${DEMO}`, `${newest}~1`);
    const before = await snapshot(world.repo.root);
    const error = await refusal(world.resume(), 'data/untrusted-tip');
    expect(error.details.warnings.join()).toContain(newest.slice(0, 7));
    expect((await world.api.status(DEMO)).warnings.map(terminalWarning).join()).toContain(newest.slice(0, 7));
    expect(foreign(differences(before, await snapshot(world.repo.root)))).toEqual([]);
    // Put back, nothing is asked; trusted, it goes on and the work that lies there is not lost.
    await world.repo.git('update-ref', `refs/heads/cairn/${DEMO}`, newest);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    await world.repo.git('update-ref', `refs/heads/cairn/${DEMO}`, `${newest}~1`);
    expect(await world.resume({ trust: true })).toMatchObject({ reason: 'completed' });
    expect(
      (await world.repo.git('for-each-ref', '--contains', newest, '--format=%(refname)'))
        .split('\n')
        .filter(Boolean),
    ).not.toEqual([]);
  });

  it('deleted: unknown here (exit 2), and what lies in the worktree is still there', async () => {
    const world = await paused();
    await linkedTree(world).write('a.txt', 'mine\n');
    await world.repo.git('branch', '-q', '-D', `cairn/${DEMO}`);
    await refusal(world.resume(), 'usage/unknown-session');
    expect(await linkedTree(world).look('a.txt')).toBe('mine\n');
  });

  it(
    'only on a remote: its own branch first, and told; behind it: refused, naming both tips',
    THOROUGH,
    async () => {
      const world = await paused();
      const older = await world.repo.git('rev-parse', `cairn/${DEMO}`);
      await world.repo.git('update-ref', `refs/remotes/origin/cairn/${DEMO}`, older);
      await world.resume();
      const newer = await world.repo.git('rev-parse', `cairn/${DEMO}`);
      await world.repo.git('update-ref', `refs/remotes/origin/cairn/${DEMO}`, newer);
      await world.repo.git('update-ref', `refs/heads/cairn/${DEMO}`, older);
      const error = await refusal(world.resume(), 'repo/behind-remote');
      expect(error.details).toMatchObject({
        branch: `cairn/${DEMO}`,
        local: older,
        tracking: `origin/cairn/${DEMO}`,
        remote: newer,
        relation: 'behind',
      });
    },
  );
});

describe('a worktree that is not as it was left', () => {
  it('[D5] missing: made again and told, the same place, and what is in progress is as the tip says', async () => {
    const world = await paused();
    const path = await world.api.path(DEMO);
    await rm(path, { recursive: true });
    expect((await world.api.status(DEMO)).worktree).toBeNull();
    await refusal(world.api.path(DEMO), 'usage/not-possible');
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.api.path(DEMO)).toBe(path);
    expect(world.told().join('\n')).toContain(`made again: ${path}`);
  });

  it('[D5] moved with git: found where it is', async () => {
    const world = await paused();
    const place = `${world.repo.root}-moved`;
    await world.repo.git('worktree', 'move', await world.api.path(DEMO), place);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.api.path(DEMO)).toBe(place);
    expect(await world.repo.look('../repo.worktrees/demo')).toBeNull();
  });

  it('missing, with something else in its place: exit 8, nothing touched; an empty folder: used', async () => {
    const world = await paused();
    const path = await world.api.path(DEMO);
    await rm(path, { recursive: true });
    await world.repo.write('../repo.worktrees/demo/mine.txt', 'mine\n');
    expect((await refusal(world.resume(), 'repo/worktree-place')).details.path).toBe(path);
    expect(await world.repo.look('../repo.worktrees/demo/mine.txt')).toBe('mine\n');
    await world.repo.remove('../repo.worktrees/demo/mine.txt');
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
  });

  it("git's record of it pruned, its folder still there: exit 8, and the work in it is not touched", async () => {
    const world = await paused();
    const path = await world.api.path(DEMO);
    await linkedTree(world).write('a.txt', 'uncommitted\n');
    await rm(`${world.repo.root}/.git/worktrees`, { recursive: true });
    await refusal(world.resume(), 'repo/worktree-place');
    expect(await world.repo.look('../repo.worktrees/demo/a.txt')).toBe('uncommitted\n');
    expect(path).toContain('demo');
  });

  it('[D6] start names the files that the worktree will not have; --with-changes takes them along', async () => {
    const world = await ground();
    await world.repo.write('a.txt', 'changed\n');
    await world.repo.write('new.txt', 'new\n');
    const before = await world.repo.untouchables();
    await world.start();
    expect(world.told().join('\n')).toContain('not in the working tree of the session: a.txt, new.txt.');
    expect(await linkedTree(world).look('new.txt')).toBeNull();
    await world.start({ id: 'second', withChanges: true });
    expect(await linkedTree(world, 'second').look('new.txt')).toBe('new\n');
    expect(await linkedTree(world, 'second').look('a.txt')).toBe('changed\n');
    const after = await world.repo.untouchables();
    expect({ ...after, branches: '' }).toEqual({ ...before, branches: '' });
  });

  it('[B3] a session starts from a detached HEAD and from any --base, and what is committed on one is reachable and landed', async () => {
    const made: string[] = [];
    const world = await ground({
      plays: async ({ produce, tree, phase }) => {
        await produce('out.md');
        // The worktree of a session has a detached HEAD.
        await tree.write(`${phase}.txt`, 'committed\n');
        await tree.git('add', `${phase}.txt`);
        await tree.git('commit', '-q', '-m', phase);
        made.push(await tree.git('rev-parse', 'HEAD'));
      },
    });
    await world.repo.write('b.txt', 'b\n');
    await world.repo.commit('second');
    await world.repo.git('switch', '-q', '--detach', 'HEAD~1');
    expect(await world.start()).toMatchObject({ reason: 'completed' });
    expect(await filesAtTip(world)).not.toContain('b.txt');
    expect(await world.start({ id: 'second', base: 'main' })).toMatchObject({ reason: 'completed' });
    expect(await filesAtTip(world, 'second')).toContain('b.txt');
    for (const base of ['nope', '-x', '--all', 'main:a.txt', ''])
      await refusal(world.start({ id: 'third', base }), 'usage/invalid');
    expect(made).toHaveLength(4);
    for (const [at, commit] of made.entries())
      await world.repo.git('merge-base', '--is-ancestor', commit, `cairn/${at < 2 ? DEMO : 'second'}`);
    const landed = await world.api.land(DEMO, { branch: 'x' });
    expect([...landed.changed].sort()).toEqual(['one.txt', 'two.txt']);
  });
});
