import { describe, expect, it } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { filesAtTip, linkedTree } from '../support/atTip.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { ground, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { differences, foreign, snapshot } from '../support/snapshot.ts';
import { THOROUGH } from '../support/thorough.ts';

const FLOW = workflow(
  'isolation: in-place\nphases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md]}\n',
);
const signal = new AbortController().signal;

/** Starts a session in place and does something while its agent works. */
async function whileItRuns(act: (world: Stage) => Promise<void>): Promise<Stage> {
  let result: Promise<void> = Promise.resolve();
  const world: Stage = await ground({
    flow: FLOW,
    plays: async ({ phase, produce, task }) => {
      await produce('out.md');
      if (phase === 'one' && task.env['CAIRN_SESSION'] === DEMO) await (result = act(world));
    },
  });
  expect(await world.start()).toMatchObject({ reason: 'completed' });
  await result;
  return world;
}

describe('in place, one session at a time', () => {
  it('a second start in the same tree is refused, naming the first (exit 6), and leaves nothing behind', async () => {
    await whileItRuns(async (world) => {
      const other = await world.seat();
      const error = await refusal(other.start({ id: 'second' }), 'lease/held');
      expect(error.details.session).toBe(DEMO);
      expect(await world.repo.git('for-each-ref', 'refs/heads/cairn/second')).toBe('');
      expect((await world.api.list()).map((summary) => summary.session)).toEqual([DEMO]);
    });
  });

  it(
    'a start in a folder below, or through another name of the tree, is the same tree',
    THOROUGH,
    async () => {
      const world = await whileItRuns(async ({ repo, seat }) => {
        await repo.write('sub/x.txt', 'x\n');
        await repo.link('../link', repo.root);
        for (const place of [`${repo.root}/sub`, `${repo.root}/../link`]) {
          const error = await refusal((await seat({ folder: place })).start({ id: 'second' }), 'lease/held');
          expect(error.details.session).toBe(DEMO);
        }
      });
      await world.repo.remove('../link');
    },
  );

  it('a worktree session of the same repository may run beside it', async () => {
    await whileItRuns(async ({ repo, seat }) => {
      await repo.write('../w.yaml', workflow('phases: [{id: one, artifacts: [out.md]}]\n'));
      const other = await seat();
      expect(await other.start({ id: 'second', workflow: `${repo.root}/../w.yaml` })).toMatchObject({
        reason: 'completed',
      });
    });
  });

  it(
    'resuming another in-place session of the tree is refused and writes nothing into it',
    THOROUGH,
    async () => {
      const world = await ground({
        flow: FLOW,
        plays: async ({ phase, produce, task }) => {
          await produce('out.md');
          if (phase !== 'two' || task.env['CAIRN_SESSION'] !== DEMO) return;
          const other = await world.seat();
          const before = await snapshot(world.repo.root);
          expect(
            await other.api
              .resume('second' as SessionId, PLAIN_RESUME, signal)
              .catch((error: unknown) => error),
          ).toMatchObject({ code: 'lease/held', details: { session: DEMO } });
          for (const act of [
            () => other.api.cancel('second' as SessionId),
            () => other.api.restore('second' as SessionId, { to: '1' }, { dryRun: false }),
            () => other.api.delete('second' as SessionId, { purge: false }),
          ]) {
            expect((await refusal(act(), 'lease/held')).details.session).toBe(DEMO);
          }
          expect(
            foreign(differences(before, await snapshot(world.repo.root))).filter(
              (line) => !/cairn/.test(line),
            ),
          ).toEqual([]);
        },
      });
      await world.start({ until: 'one' });
      await world.start({ id: 'second', until: 'one' });
      expect(await world.resume()).toMatchObject({ reason: 'completed' });
      expect(await world.agent.runs()).toEqual(['one 1', 'one 1', 'two 1']);
    },
  );
});

describe('an in-place session on another clone', () => {
  async function cloned(): Promise<{
    readonly world: Stage;
    readonly clone: ReturnType<typeof openGitRepo>;
  }> {
    const world = await ground({
      flow: FLOW,
      plays: async ({ produce, phase, tree }) => {
        await produce('out.md');
        await tree.write(`${phase}.txt`, `${phase}\n`);
      },
    });
    await world.repo.write('mine.txt', 'uncommitted\n');
    await world.start({ until: 'one' });
    const place = `${world.repo.root}-clone`;
    await world.repo.git('clone', '-q', '.', place);
    return { world, clone: openGitRepo(place) };
  }

  it('goes on in a worktree', THOROUGH, async () => {
    const { world, clone } = await cloned();
    const seat = await world.seat({ folder: clone.root });
    const before = await clone.untouchables();
    expect(await seat.resume({ trust: true })).toMatchObject({
      reason: 'completed',
    });
    expect(await seat.api.path(DEMO)).toBe(`${clone.root}.worktrees/${DEMO}`);
    expect(await openGitRepo(await seat.api.path(DEMO)).read('mine.txt')).toBe('uncommitted\n');
    const after = await clone.untouchables();
    expect({ ...after, branches: '' }).toEqual({ ...before, branches: '' });
    expect(await clone.git('status', '--porcelain')).toBe('');
  });

  it('with --in-place goes on in the working tree, whose HEAD and index stay', async () => {
    const { world, clone } = await cloned();
    const seat = await world.seat({ folder: clone.root });
    const before = await clone.untouchables();
    expect(await seat.resume({ inPlace: true, trust: true })).toMatchObject({
      reason: 'completed',
    });
    expect(await seat.api.path(DEMO)).toBe(clone.root);
    expect(await clone.read('mine.txt')).toBe('uncommitted\n');
    expect(await clone.read('two.txt')).toBe('two\n');
    const after = await clone.untouchables();
    expect({ ...after, branches: '' }).toEqual({ ...before, branches: '' });
    expect((await clone.git('--no-optional-locks', 'status', '--porcelain')).split('\n')).toEqual([
      '?? mine.txt',
      '?? one.txt',
      '?? two.txt',
    ]);
    expect((await seat.api.verify(DEMO))[0]?.violations).toEqual([]);
  });

  it('with --in-place is refused over uncommitted work, a merge, and ignored files that it would overwrite', async () => {
    const { world, clone } = await cloned();
    const seat = await world.seat({ folder: clone.root });
    await clone.write('.git/info/exclude', 'one.txt\n');
    await clone.write('one.txt', 'ignored, and mine\n');
    const first = await seat.resume({ inPlace: true, trust: true }).then(
      () => null,
      (error: unknown) => error as Error,
    );
    expect(first).toMatchObject({ code: expect.stringMatching(/^(usage|repo)\//) });
    expect(String(first)).toContain('one.txt');
    expect(await clone.read('one.txt')).toBe('ignored, and mine\n');
    await clone.remove('one.txt');
    await clone.write('a.txt', 'my work\n');
    await refusal(seat.resume({ inPlace: true, trust: true }), 'usage/not-possible');
    expect(await clone.read('a.txt')).toBe('my work\n');
    expect(await clone.look('two.txt')).toBeNull();
    await clone.git('checkout', '-q', 'a.txt');
    await clone.write('.git/MERGE_HEAD', `${await clone.git('rev-parse', 'HEAD')}\n`);
    await refusal(seat.resume({ inPlace: true, trust: true }), 'git/busy');
    await clone.remove('.git/MERGE_HEAD');
    // Refused, it is still free to go on in a worktree.
    expect(await seat.resume({ trust: true })).toMatchObject({
      reason: 'completed',
    });
    expect(await seat.api.path(DEMO)).toBe(`${clone.root}.worktrees/${DEMO}`);
  });

  it(
    'with --in-place is taken back where the disk refuses half way, and is free to go on afterwards',
    THOROUGH,
    async () => {
      const { world, clone } = await cloned();
      let left = 1;
      const refused = await world.seat({
        folder: clone.root,
        reached(point) {
          if (point === 'replace/placed' && left-- === 1)
            throw new CairnError('machine/cannot-write', { path: 'one.txt', why: 'EACCES' });
        },
      });
      const how = { inPlace: true, trust: true };
      const exclude = await clone.read('.git/info/exclude');
      await refusal(refused.resume(how), 'machine/cannot-write');
      expect(await clone.git('status', '--porcelain', '--ignored')).toBe('');
      expect(await clone.read('.git/info/exclude')).toBe(exclude);
      expect(await refused.resume(how)).toMatchObject({ reason: 'completed' });
      expect(await clone.read('one.txt')).toBe('one\n');
    },
  );

  it(
    'with --in-place on another history than the session began on is refused unless it is clean there',
    THOROUGH,
    async () => {
      const { world, clone } = await cloned();
      await clone.git('switch', '-q', '-c', 'other', 'main');
      await clone.write('theirs.txt', 'theirs\n');
      await clone.git('add', '-A');
      await clone.git(
        '-c',
        'user.name=Bob',
        '-c',
        'user.email=b@example.invalid',
        'commit',
        '-q',
        '-m',
        'theirs',
      );
      const seat = await world.seat({ folder: clone.root });
      const head = await clone.untouchables();
      await seat.resume({ inPlace: true, trust: true }).catch(() => {});
      expect({ ...(await clone.untouchables()), branches: '' }).toEqual({ ...head, branches: '' });
      // Whatever it answered, what was committed on that branch is still there to be had.
      expect(await clone.git('show', 'other:theirs.txt')).toBe('theirs');
    },
  );
});

describe('landing into a tree where a session works', () => {
  const DONE = 'done-before';

  /** A session that is done and can be landed; then another one, during whose first phase something is tried. */
  async function whileAnotherRuns(inPlace: boolean, act: (world: Stage) => Promise<unknown>): Promise<Stage> {
    let error: unknown = null;
    const world: Stage = await ground({
      flow: workflow('phases:\n  - {id: one, artifacts: [out.md]}\n'),
      plays: async ({ produce, tree, task }) => {
        await produce('out.md');
        if (task.env['CAIRN_SESSION'] === DONE) await tree.write('landed.txt', 'landed\n');
        else error = await act(world).catch((thrown: unknown) => thrown);
      },
    });
    await world.start({ id: DONE });
    expect(await world.start({ inPlace })).toMatchObject({ reason: 'completed' });
    expect(error).toMatchObject({ code: 'lease/held', details: { session: DEMO } });
    expect(await filesAtTip(world)).not.toContain('landed.txt');
    return world;
  }

  it('in place is refused, naming it (exit 6), and possible as soon as it is done', THOROUGH, async () => {
    const world = await whileAnotherRuns(true, async ({ seat }) =>
      (await seat()).api.land(DONE as SessionId, { apply: true }),
    );
    expect(await world.repo.look('landed.txt')).toBeNull();
    await world.api.land(DONE as SessionId, { apply: true });
    expect(await world.repo.look('landed.txt')).toBe('landed\n');
  });

  it('in a worktree of its own is refused there, and possible in the main one', THOROUGH, async () => {
    await whileAnotherRuns(false, async (world) => {
      await world.api.land(DONE as SessionId, { apply: true });
      return (await world.seat({ folder: linkedTree(world).root })).api.land(DONE as SessionId, {
        apply: true,
      });
    });
  });
});
