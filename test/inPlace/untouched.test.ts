import { describe, expect, it } from 'vitest';
import type { Worker } from '../support/functionAgent.ts';
import { ground, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { differences, foreign, snapshot } from '../support/snapshot.ts';

const FLOW = workflow(
  'isolation: in-place\nphases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md], approval: required}\n  - {id: three, artifacts: [out.md]}\n',
);

const usual: Worker = async ({ produce, phase, tree }) => {
  await produce('out.md');
  await tree.write(`made-by-${phase}.txt`, `${phase}\n`);
  await tree.write('a.txt', `a, changed by ${phase}\n`);
};

/** A person's tree in the middle of their own work: staged hunks, unstaged ones, a stash, untracked and ignored files. */
async function busyPerson(options: { readonly plays?: Worker } = {}): Promise<Stage> {
  const world = await ground({
    flow: FLOW,
    plays: options.plays ?? usual,
    files: { 'staged.txt': '1\n2\n3\n', 'gone.txt': 'gone\n', '.gitignore': '*.log\n', 'kept.txt': 'kept\n' },
  });
  const { repo } = world;
  await repo.git('branch', 'other');
  await repo.git('tag', 'v1');
  await repo.write('kept.txt', 'stashed\n');
  await repo.git('stash');
  await repo.write('staged.txt', '1\nstaged\n3\n');
  await repo.write('new-staged.txt', 'new\n');
  await repo.git('add', 'staged.txt', 'new-staged.txt');
  await repo.git('rm', '-q', '--cached', 'gone.txt');
  await repo.write('staged.txt', '1\nstaged\n3\nnot staged\n');
  await repo.write('untracked/b.txt', 'b\n');
  await repo.write('debug.log', 'ignored\n');
  return world;
}

/**
 * Everything of git's that is the person's: the whole git directory but Cairn's own places, the one line of
 * `info/exclude`, and `packed-refs`, which git rewrites whenever any ref is deleted (what it holds is in `branches`).
 */
async function persons(world: Stage): Promise<() => Promise<readonly string[]>> {
  const [before, untouchables] = [await snapshot(world.repo.root), await world.repo.untouchables()];
  return async () => {
    const after = await world.repo.untouchables();
    const ours = (text: string | undefined): string =>
      (text ?? '').replace(/^refs\/heads\/cairn\/.*\n?/gm, '');
    expect({ ...after, branches: ours(after['branches']) }).toEqual({
      ...untouchables,
      branches: ours(untouchables['branches']),
    });
    return foreign(differences(before, await snapshot(world.repo.root))).filter(
      (line) => line.includes(' git/') && !/ git\/(info\/exclude|packed-refs)$/.test(line),
    );
  };
}

const notSeen = async ({ repo }: Stage): Promise<string> =>
  (await repo.git('--no-optional-locks', 'status', '--porcelain', '--untracked-files=all'))
    .split('\n')
    .filter((line) => line.includes('.cairn/'))
    .join('\n');

describe('in place, by the hand of Cairn', () => {
  it('[P7] no operation touches HEAD, index, stash, config or branches, and git status never shows the session', async () => {
    const world = await busyPerson();
    const { api } = world;
    const changed = await persons(world);
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['start', () => world.start()],
      ['status', () => api.status(DEMO)],
      ['list', () => api.list()],
      ['log', () => api.log(DEMO)],
      ['verify', () => api.verify(DEMO)],
      ['diff', () => api.diff(DEMO, 'two')],
      ['packet', () => api.packet(DEMO, null)],
      ['resume while it waits', () => world.resume()],
      ['reject', () => api.reject(DEMO, null, 'not yet')],
      ['resume after a rejection', () => world.resume()],
      ['a look at a restore', () => api.restore(DEMO, { to: 'one' }, { dryRun: true })],
      ['restore', () => api.restore(DEMO, { to: 'one' }, { dryRun: false })],
      ['undo', () => api.restore(DEMO, { undo: true }, { dryRun: false })],
      [
        'restore over uncommitted work',
        async () => {
          await world.repo.write('made-by-one.txt', 'mine\n');
          await api.restore(DEMO, { to: '1' }, { dryRun: false });
        },
      ],
      ['rescue apply', () => api.rescueApply(DEMO, 1, [])],
      ['rescue diff', () => api.rescueDiff(DEMO, 1)],
      ['undo after an apply', () => api.restore(DEMO, { undo: true }, { dryRun: false })],
      ['approve', () => api.approve(DEMO, null, 'good')],
      ['resume to the end', () => world.resume()],
      ['restore of a finished session', () => api.restore(DEMO, { to: 'one' }, { dryRun: false })],
      [
        'land on a branch of its own',
        async () => {
          await api.land(DEMO, { branch: 'landed' });
          await world.repo.git('branch', '-q', '-D', 'landed');
        },
      ],
      [
        'land into the tree, which has the changes already',
        async () => {
          await refusal(api.land(DEMO, { apply: true }), 'repo/land-refused');
        },
      ],
      ['cancel', () => api.cancel(DEMO)],
      ['rescue delete', () => api.rescueDelete(DEMO, 1)],
      ['delete', () => api.delete(DEMO, { purge: false })],
    ];
    for (const [name, act] of steps) {
      await act().catch((error: unknown) => {
        throw new Error(`${name}: ${String(error)}`, { cause: error });
      });
      expect([name, await changed()]).toEqual([name, []]);
      expect([name, await notSeen(world)]).toEqual([name, '']);
    }
    expect(await world.repo.read('.git/info/exclude')).not.toContain(DEMO);
    expect(await world.repo.look(`.cairn/sessions/${DEMO}`)).toBeNull();
    expect(await world.repo.git('stash', 'list')).toContain('stash@{0}');
  });

  it('opened holds the tree as it was found, says how much that is, and the landed change is without it', async () => {
    const world = await busyPerson();
    const { repo } = world;
    await world.start();
    const opened = await repo.git('rev-parse', `cairn/${DEMO}~2`);
    expect(await repo.git('rev-parse', `${opened}~1`)).toBe(await repo.git('rev-parse', 'HEAD'));
    expect(await repo.git('show', `${opened}:staged.txt`)).toBe('1\nstaged\n3\nnot staged');
    expect(await repo.git('show', `${opened}:untracked/b.txt`)).toBe('b');
    expect(await repo.git('show', `${opened}:new-staged.txt`)).toBe('new');
    expect(await repo.git('show', `${opened}:gone.txt`)).toBe('gone');
    expect((await repo.git('ls-tree', '-r', '--name-only', opened)).split('\n')).not.toContain('debug.log');
    expect(world.told().join('\n')).toContain('3 uncommitted files of your working tree');
    expect(await repo.git('log', '-1', '--format=%b', opened)).toContain('3 uncommitted files');
    await world.api.approve(DEMO, null, null);
    const landed = await world.api.land(DEMO, { branch: 'landed' });
    expect([...landed.changed].sort()).toEqual(['a.txt', 'made-by-one.txt', 'made-by-two.txt']);
    expect(await repo.git('diff', '--name-only', 'main', 'landed')).toBe(
      'a.txt\nmade-by-one.txt\nmade-by-two.txt',
    );
    expect(await repo.git('show', 'landed:staged.txt')).toBe('1\n2\n3');
  });

  it('git of the agent is git of the person: what it stages or commits is seen, what Cairn does is not', async () => {
    const world = await busyPerson({
      plays: async (work) => {
        await usual(work);
        if (work.phase === 'one') {
          await work.tree.git('add', 'made-by-one.txt');
          await work.tree.git('commit', '-q', '-m', 'by the agent', '--', 'made-by-one.txt');
        }
      },
    });
    const outcome = await world.start();
    expect(outcome).toMatchObject({ reason: 'waiting', phase: 'two' });
    const head = await world.repo.git('rev-parse', 'HEAD');
    // A commit that an agent made hangs on the next checkpoint as its second parent.
    expect(await world.repo.git('rev-parse', `cairn/${DEMO}~1^2`)).toBe(head);
    expect(await world.repo.git('log', '-1', '--format=%s', 'HEAD')).toBe('by the agent');
  });
});
