import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Isolation } from '../../src/model/workflow.ts';
import { POINTS } from '../../src/session/points.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { DEMO, RESUME, START, type Flow } from '../support/session.ts';
import type { Act } from './crashProgram.ts';
import {
  bundleCrashProgram,
  copyMachine,
  diskOf,
  leftBehind,
  makeFolder,
  makeMachine,
  remove,
  resultOf,
  runChild,
  untouchables,
  withApi,
  type Machine,
} from './crashTestbed.ts';

/**
 * Kills the engine, with all git processes that work for it, at every named place, and lets somebody else go on.
 * What comes out must be what an undisturbed run gives, or what was there before. Never anything between. [A1, A21, E1, E2, E3]
 */

const OPENING = POINTS.filter((point) => point.startsWith('open/'));
const ATTEMPT = POINTS.filter((point) => point.startsWith('attempt/'));
const CHECKPOINT = POINTS.filter((point) => point.startsWith('checkpoint/'));
const RENDERING = ['checkpoint/files-rendered', 'checkpoint/index-loaded'] as const;
const RESTORE = POINTS.filter((point) => point.startsWith('restore/'));

type Death = readonly [point: string, nth: number];
const each = (points: readonly string[], ...times: readonly number[]): readonly Death[] =>
  points.flatMap((point) => times.map((nth): Death => [point, nth]));

const FLOW: Flow = {
  phases: [{ id: 'one', checks: [{ run: 'test -f src/one.txt' }], artifacts: ['result.md'] }, { id: 'two' }],
};

/** The second phase takes back a file of the first and lets git ignore its name. */
const PARTS = {
  one: 'usual; echo built > built.txt; printf "#!/bin/sh\\n" > tool; chmod +x tool; ln -s README.md link',
  two: 'usual; rm built.txt link; echo built.txt >> .gitignore; echo changed > tool',
};

let folder = '';
let program = '';
const machines = new Map<string, Machine>();
let copies = 0;

beforeAll(async () => {
  folder = await makeFolder();
  program = await bundleCrashProgram(join(folder, 'program'));
}, 60_000);
afterAll(() => remove(folder));

/** A machine as it is before the act under test; made once, copied for every death. */
async function template(name: string, make: () => Promise<Machine>): Promise<Machine> {
  const known = machines.get(name) ?? (await make());
  machines.set(name, known);
  return known;
}

const freshMachine = (isolation: Isolation, flow: Flow = FLOW): Promise<Machine> =>
  template(`fresh ${isolation} ${flow.phases.length}`, async () => {
    const machine = await makeMachine(join(folder, `fresh-${isolation}-${machines.size}`), flow);
    for (const [of, script] of Object.entries(PARTS)) await machine.agent.part(of, script);
    return machine;
  });

const copyOf = (machine: Machine): Promise<Machine> =>
  copyMachine(machine, join(folder, `copy-${(copies += 1)}`));

const treeOf = ({ folder: at, repo }: Machine, isolation: Isolation): string =>
  isolation === 'in-place' ? repo.root : join(at, 'repo.worktrees/demo');

async function die(machine: Machine, act: Act, [point, nth]: Death): Promise<void> {
  const ended = await runChild(program, machine, act, { point, nth });
  expect(ended, ended.stderr).toMatchObject({ killed: true });
}

const live = async (machine: Machine, act: Act): Promise<readonly string[]> => {
  const ended = await runChild(program, machine, act, null);
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
  return ended.passed;
};

const start = (isolation: Isolation): Extract<Act, { verb: 'start' }> => ({
  verb: 'start',
  options: { ...START, inPlace: isolation === 'in-place' },
});

/** Goes on as a person would: resumes, or starts again where nothing had happened. */
async function goOn(machine: Machine, isolation: Isolation): Promise<void> {
  await withApi(machine, async (api) => {
    const signal = new AbortController().signal;
    const again = (await api.list()).length === 0;
    const outcome = again
      ? await api.start(start(isolation).options, signal)
      : await api.resume(DEMO, RESUME, signal);
    expect(outcome).toMatchObject({ reason: 'completed' });
    expect(await api.resume(DEMO, RESUME, signal)).toMatchObject({
      reason: 'completed',
      commit: outcome.commit,
    });
  });
}

const ISOLATIONS: readonly Isolation[] = ['worktree', 'in-place'];

describe.each(ISOLATIONS)('a start, %s', (isolation) => {
  let expected: unknown;
  let theirs: unknown;
  let passed: readonly string[] = [];
  const deaths = [...each(OPENING, 1), ...each([...ATTEMPT, ...CHECKPOINT], 1, 2)];

  beforeAll(async () => {
    const fresh = await freshMachine(isolation);
    theirs = await untouchables(fresh);
    const machine = await copyOf(fresh);
    passed = await live(machine, start(isolation));
    expected = await resultOf(machine);
  }, 60_000);

  test('passes the places at which it is killed below, and no others', () => {
    expect([...passed].toSorted()).toEqual(deaths.map(([point]) => point).toSorted());
  });

  test.concurrent.for(deaths)('that dies at %s (%i) is gone on with', async ([point, nth], { expect }) => {
    const machine = await copyOf(await freshMachine(isolation));
    await die(machine, start(isolation), [point, nth]);
    await goOn(machine, isolation);
    expect(await resultOf(machine)).toEqual(expected);
    expect(await untouchables(machine)).toEqual(theirs);
    expect(await leftBehind(machine)).toEqual([]);
    await remove(machine.folder);
  });
});

/** A finished session with work on top that no checkpoint has: edits, a deletion, a mode, an ignored file in the way. */
const editedMachine = (isolation: Isolation): Promise<Machine> =>
  template(`edited ${isolation}`, async () => {
    const machine = await copyOf(await freshMachine(isolation));
    await live(machine, start(isolation));
    const tree = openGitRepo(treeOf(machine, isolation));
    await tree.write('README.md', 'edited\n');
    await tree.write('new.txt', 'not captured yet\n', 0o755);
    await tree.write('built.txt', 'ignored, mine\n', 0o755);
    await tree.remove('src/two.txt');
    return machine;
  });

const restoredMachine = (isolation: Isolation): Promise<Machine> =>
  template(`restored ${isolation}`, async () => {
    const machine = await copyOf(await editedMachine(isolation));
    await live(machine, { verb: 'restore', to: 'one' });
    return machine;
  });

describe.each(ISOLATIONS)('a restore, %s', (isolation) => {
  let before: Sight;
  let after: Sight;
  // What is rendered before anything else is asked for passes two of the places once more.
  const deaths = [...each(RESTORE, 1), ...each(CHECKPOINT, 1), ...each(RENDERING, 2)];

  beforeAll(async () => {
    before = await sight(await editedMachine(isolation), isolation);
    after = await sight(await restoredMachine(isolation), isolation);
    expect(after).not.toEqual(before);
  }, 120_000);

  test('passes the places at which it is killed below, and no others', async () => {
    const passed = await live(await copyOf(await editedMachine(isolation)), { verb: 'restore', to: 'one' });
    expect([...passed].toSorted()).toEqual(deaths.map(([point]) => point).toSorted());
    const undone = await live(await copyOf(await restoredMachine(isolation)), { verb: 'undo' });
    expect([...undone].toSorted()).toEqual(deaths.map(([point]) => point).toSorted());
  });

  test.concurrent.for(deaths)(
    'that dies at %s (%i) has happened or has not, and can be undone',
    async (death, { expect }) => {
      const machine = await copyOf(await editedMachine(isolation));
      const theirs = await untouchables(machine);
      await die(machine, { verb: 'restore', to: 'one' }, death);
      await settle(machine);
      const seen = await sight(machine, isolation);
      expect(nearest(seen, before, after)).toEqual([]);
      if (JSON.stringify(seen) !== JSON.stringify(before)) {
        await withApi(machine, (api) => api.restore(DEMO, { undo: true }, { dryRun: false }));
        expect((await sight(machine, isolation)).disk).toEqual(before.disk);
      }
      expect(await untouchables(machine)).toEqual(theirs);
      expect(await leftBehind(machine)).toEqual([]);
      await remove(machine.folder);
    },
  );

  test.concurrent.for(deaths)('whose undo dies at %s (%i) is there or undone', async (death, { expect }) => {
    const machine = await copyOf(await restoredMachine(isolation));
    const theirs = await untouchables(machine);
    await die(machine, { verb: 'undo' }, death);
    await settle(machine);
    expect(
      nearest(
        { ...(await sight(machine, isolation)), log: '' },
        { ...before, log: '' },
        { ...after, log: '' },
      ),
    ).toEqual([]);
    expect(await untouchables(machine)).toEqual(theirs);
    expect(await leftBehind(machine)).toEqual([]);
    await remove(machine.folder);
  });
});

/** A resume that has nothing to run: it only finishes what was cut off. */
const settle = (machine: Machine): Promise<unknown> =>
  withApi(machine, async (api) => {
    const outcome = await api.resume(DEMO, { ...RESUME, until: 'one' }, new AbortController().signal);
    expect(['completed', 'paused']).toContain(outcome.reason);
    expect((await api.verify(DEMO)).flatMap((result) => result.violations)).toEqual([]);
  });

/** What a person sees of a session: its files, and `seq kind phase` of every checkpoint. */
interface Sight {
  readonly disk: Readonly<Record<string, string>>;
  readonly log: string;
}

async function sight(machine: Machine, isolation: Isolation): Promise<Sight> {
  const log = await withApi(machine, (api) => api.log(DEMO));
  return {
    disk: await diskOf(treeOf(machine, isolation)),
    log: log.map(({ kind, seq, phase }) => `${seq} ${kind} ${phase}`).join('\n'),
  };
}

/** What differs from the one of two that it is nearer to; nothing = it is one of them. */
function nearest(seen: Sight, ...wanted: readonly [Sight, Sight]): readonly string[] {
  const lists = wanted.map((one) => [
    ...(seen.log === one.log ? [] : [`log: ${seen.log}`]),
    ...Object.keys({ ...seen.disk, ...one.disk })
      .filter((path) => seen.disk[path] !== one.disk[path])
      .map((path) => `${path}: ${seen.disk[path]} instead of ${one.disk[path]}`),
  ]);
  return lists.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

describe('an approval', () => {
  const flow: Flow = { phases: [{ id: 'one', approval: 'required' }, { id: 'two' }, { id: 'three' }] };
  const deaths = each(CHECKPOINT, 1, 2);
  let expected: unknown;

  const waiting = (): Promise<Machine> =>
    template('waiting', async () => {
      const machine = await copyOf(await freshMachine('worktree', flow));
      await live(machine, start('worktree'));
      // An edit of the artifact: it is published before the approval.
      await openGitRepo(treeOf(machine, 'worktree')).write(
        '.cairn/sessions/demo/01-one/result.md',
        'better\n',
      );
      return machine;
    });

  beforeAll(async () => {
    const machine = await copyOf(await waiting());
    await live(machine, { verb: 'approve' });
    await goOn(machine, 'worktree');
    expected = await resultOf(machine);
  }, 60_000);

  test.concurrent.for(deaths)('that dies at %s (%i) is given once', async (death, { expect }) => {
    const machine = await copyOf(await waiting());
    await die(machine, { verb: 'approve' }, death);
    await withApi(machine, async (api) => {
      if ((await api.status(DEMO)).state === 'waiting') await api.approve(DEMO, null, null);
    });
    await goOn(machine, 'worktree');
    expect(await resultOf(machine)).toEqual(expected);
    await remove(machine.folder);
  });
});

describe('a resume', () => {
  const deaths = [...each(['restore/files-written'], 1), ...each([...ATTEMPT, ...CHECKPOINT], 1)];
  let expected: unknown;

  /** An attempt of the second phase whose engine was killed while its agent was at work. */
  const cutOff = (): Promise<Machine> =>
    template('cut off', async () => {
      const machine = await copyOf(await freshMachine('worktree'));
      await machine.agent.part(
        'two-1',
        "echo junk > junk.txt; kill -9 $(cut -d ' ' -f 4 /proc/$PPID/stat); sleep 30",
      );
      expect(await runChild(program, machine, start('worktree'), null)).toMatchObject({ killed: true });
      return machine;
    });

  beforeAll(async () => {
    const machine = await copyOf(await freshMachine('worktree'));
    await live(machine, start('worktree'));
    expected = await resultOf(machine);
  }, 60_000);

  test.concurrent.for(deaths)(
    'of a cut-off attempt that dies at %s (%i) is gone on with',
    async (death, { expect }) => {
      const machine = await copyOf(await cutOff());
      await die(machine, { verb: 'resume', options: RESUME }, death);
      await goOn(machine, 'worktree');
      expect(await resultOf(machine)).toEqual(expected);
      const [rescue] = await withApi(machine, (api) => api.rescues(DEMO));
      expect(await machine.repo.git('show', `${rescue?.ref}:junk.txt`)).toBe('junk');
      expect(await leftBehind(machine)).toEqual([]);
      await remove(machine.folder);
    },
  );
});
