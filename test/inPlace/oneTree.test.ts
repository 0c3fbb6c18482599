import { describe, expect, it } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import {
  badWorld,
  ID,
  refusal,
  resumeOptions,
  startOptions,
  workflow,
  type BadWorld,
} from '../support/badWorld.ts';
import { differences, foreign } from '../support/snapshot.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { THOROUGH } from '../support/thorough.ts';

const FLOW = workflow(
  'isolation: in-place\nphases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md]}\n',
);
const signal = new AbortController().signal;

/** Starts a session in place and does something while its agent works. */
async function whileItRuns(act: (world: BadWorld) => Promise<void>): Promise<BadWorld> {
  let result: Promise<void> = Promise.resolve();
  const world: BadWorld = await badWorld({
    workflow: FLOW,
    worker: async ({ phase, produce, task }) => {
      await produce('out.md');
      if (phase === 'one' && task.env['CAIRN_SESSION'] === ID) await (result = act(world));
    },
  });
  expect(await world.start()).toMatchObject({ reason: 'completed' });
  await result;
  return world;
}

describe('in place, one session at a time', () => {
  it('a second start in the same tree is refused, naming the first (exit 6), and leaves nothing behind', async () => {
    await whileItRuns(async (world) => {
      const other = await world.open(world.repo.root);
      const error = await refusal(other.start(startOptions({ id: 'second' }), signal), 'lease/held');
      expect(error.details.session).toBe(ID);
      expect(await world.repo.git('for-each-ref', 'refs/heads/cairn/second')).toBe('');
      expect((await world.api.list()).map((summary) => summary.session)).toEqual([ID]);
    });
  });

  it(
    'a start in a folder below, or through another name of the tree, is the same tree',
    THOROUGH,
    async () => {
      const world = await whileItRuns(async ({ repo, open }) => {
        await repo.write('sub/x.txt', 'x\n');
        await repo.link('../link', repo.root);
        for (const place of [`${repo.root}/sub`, `${repo.root}/../link`]) {
          const error = await refusal(
            (await open(place)).start(startOptions({ id: 'second' }), signal),
            'lease/held',
          );
          expect(error.details.session).toBe(ID);
        }
      });
      await world.repo.remove('../link');
    },
  );

  it('a worktree session of the same repository may run beside it', async () => {
    await whileItRuns(async ({ repo, open }) => {
      await repo.write('../w.yaml', workflow('phases: [{id: one, artifacts: [out.md]}]\n'));
      const other = await open(repo.root);
      expect(
        await other.start(startOptions({ id: 'second', workflow: `${repo.root}/../w.yaml` }), signal),
      ).toMatchObject({ reason: 'completed' });
    });
  });

  it(
    'resuming another in-place session of the tree is refused and writes nothing into it',
    THOROUGH,
    async () => {
      const world = await badWorld({
        workflow: FLOW,
        worker: async ({ phase, produce, task }) => {
          await produce('out.md');
          if (phase !== 'two' || task.env['CAIRN_SESSION'] !== ID) return;
          const other = await world.open(world.repo.root);
          const before = await world.everything();
          expect(
            await other
              .resume('second' as SessionId, resumeOptions(), signal)
              .catch((error: unknown) => error),
          ).toMatchObject({ code: 'lease/held', details: { session: ID } });
          for (const act of [
            () => other.cancel('second' as SessionId),
            () => other.restore('second' as SessionId, { to: '1' }, { dryRun: false }),
            () => other.delete('second' as SessionId, { purge: false }),
          ]) {
            expect((await refusal(act(), 'lease/held')).details.session).toBe(ID);
          }
          expect(
            foreign(differences(before, await world.everything())).filter((line) => !/cairn/.test(line)),
          ).toEqual([]);
        },
      });
      await world.start({ until: 'one' });
      await world.start({ id: 'second', until: 'one' });
      expect(await world.resume()).toMatchObject({ reason: 'completed' });
      expect(world.attempts).toEqual(['one@1', 'one@1', 'two@1']);
    },
  );
});

describe('an in-place session on another clone', () => {
  async function cloned(): Promise<{
    readonly world: BadWorld;
    readonly clone: ReturnType<typeof openGitRepo>;
  }> {
    const world = await badWorld({
      workflow: FLOW,
      worker: async ({ produce, phase, tree }) => {
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
    const api = await world.open(clone.root);
    const before = await clone.untouchables();
    expect(await api.resume(ID, resumeOptions({ trust: true }), signal)).toMatchObject({
      reason: 'completed',
    });
    expect(await api.path(ID)).toBe(`${clone.root}.worktrees/${ID}`);
    expect(await openGitRepo(await api.path(ID)).read('mine.txt')).toBe('uncommitted\n');
    const after = await clone.untouchables();
    expect({ ...after, branches: '' }).toEqual({ ...before, branches: '' });
    expect(await clone.git('status', '--porcelain')).toBe('');
  });

  it('with --in-place goes on in the working tree, whose HEAD and index stay', async () => {
    const { world, clone } = await cloned();
    const api = await world.open(clone.root);
    const before = await clone.untouchables();
    expect(await api.resume(ID, resumeOptions({ inPlace: true, trust: true }), signal)).toMatchObject({
      reason: 'completed',
    });
    expect(await api.path(ID)).toBe(clone.root);
    expect(await clone.read('mine.txt')).toBe('uncommitted\n');
    expect(await clone.read('two.txt')).toBe('two\n');
    const after = await clone.untouchables();
    expect({ ...after, branches: '' }).toEqual({ ...before, branches: '' });
    expect((await clone.git('--no-optional-locks', 'status', '--porcelain')).split('\n')).toEqual([
      '?? mine.txt',
      '?? one.txt',
      '?? two.txt',
    ]);
    expect((await api.verify(ID))[0]?.violations).toEqual([]);
  });

  it('with --in-place is refused over uncommitted work, a merge, and ignored files that it would overwrite', async () => {
    const { world, clone } = await cloned();
    const api = await world.open(clone.root);
    await clone.write('.git/info/exclude', 'one.txt\n');
    await clone.write('one.txt', 'ignored, and mine\n');
    const first = await api.resume(ID, resumeOptions({ inPlace: true, trust: true }), signal).then(
      () => null,
      (error: unknown) => error as Error,
    );
    expect(first).toMatchObject({ code: expect.stringMatching(/^(usage|repo)\//) });
    expect(String(first)).toContain('one.txt');
    expect(await clone.read('one.txt')).toBe('ignored, and mine\n');
    await clone.remove('one.txt');
    await clone.write('a.txt', 'my work\n');
    await refusal(
      api.resume(ID, resumeOptions({ inPlace: true, trust: true }), signal),
      'usage/not-possible',
    );
    expect(await clone.read('a.txt')).toBe('my work\n');
    expect(await clone.look('two.txt')).toBeNull();
    await clone.git('checkout', '-q', 'a.txt');
    await clone.write('.git/MERGE_HEAD', `${await clone.git('rev-parse', 'HEAD')}\n`);
    await refusal(api.resume(ID, resumeOptions({ inPlace: true, trust: true }), signal), 'git/busy');
    await clone.remove('.git/MERGE_HEAD');
    // Refused, it is still free to go on in a worktree.
    expect(await api.resume(ID, resumeOptions({ trust: true }), signal)).toMatchObject({
      reason: 'completed',
    });
    expect(await api.path(ID)).toBe(`${clone.root}.worktrees/${ID}`);
  });

  it(
    'with --in-place is taken back where the disk refuses half way, and is free to go on afterwards',
    THOROUGH,
    async () => {
      const { world, clone } = await cloned();
      let left = 1;
      const refused = await world.open(clone.root, {
        reached(point) {
          if (point === 'replace/placed' && left-- === 1)
            throw new CairnError('machine/cannot-write', { path: 'one.txt', why: 'EACCES' });
        },
      });
      const how = resumeOptions({ inPlace: true, trust: true });
      const exclude = await clone.read('.git/info/exclude');
      await refusal(refused.resume(ID, how, signal), 'machine/cannot-write');
      expect(await clone.git('status', '--porcelain', '--ignored')).toBe('');
      expect(await clone.read('.git/info/exclude')).toBe(exclude);
      expect(await refused.resume(ID, how, signal)).toMatchObject({ reason: 'completed' });
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
      const api = await world.open(clone.root);
      const head = await clone.untouchables();
      await api.resume(ID, resumeOptions({ inPlace: true, trust: true }), signal).catch(() => {});
      expect({ ...(await clone.untouchables()), branches: '' }).toEqual({ ...head, branches: '' });
      // Whatever it answered, what was committed on that branch is still there to be had.
      expect(await clone.git('show', 'other:theirs.txt')).toBe('theirs');
    },
  );
});

describe('landing into a tree where a session works', () => {
  const DONE = 'done-before';

  /** A session that is done and can be landed; then another one, during whose first phase something is tried. */
  async function whileAnotherRuns(
    inPlace: boolean,
    act: (world: BadWorld) => Promise<unknown>,
  ): Promise<BadWorld> {
    let error: unknown = null;
    const world: BadWorld = await badWorld({
      workflow: workflow('phases:\n  - {id: one, artifacts: [out.md]}\n'),
      worker: async ({ produce, tree, task }) => {
        await produce('out.md');
        if (task.env['CAIRN_SESSION'] === DONE) await tree.write('landed.txt', 'landed\n');
        else error = await act(world).catch((thrown: unknown) => thrown);
      },
    });
    await world.start({ id: DONE });
    expect(await world.start({ inPlace })).toMatchObject({ reason: 'completed' });
    expect(error).toMatchObject({ code: 'lease/held', details: { session: ID } });
    expect(await world.filesAtTip()).not.toContain('landed.txt');
    return world;
  }

  it('in place is refused, naming it (exit 6), and possible as soon as it is done', THOROUGH, async () => {
    const world = await whileAnotherRuns(true, async ({ repo, open }) =>
      (await open(repo.root)).land(DONE as SessionId, { apply: true }),
    );
    expect(await world.repo.look('landed.txt')).toBeNull();
    await world.api.land(DONE as SessionId, { apply: true });
    expect(await world.repo.look('landed.txt')).toBe('landed\n');
  });

  it('in a worktree of its own is refused there, and possible in the main one', THOROUGH, async () => {
    await whileAnotherRuns(false, async (world) => {
      await world.api.land(DONE as SessionId, { apply: true });
      return (await world.open(world.worktree().root)).land(DONE as SessionId, { apply: true });
    });
  });
});
