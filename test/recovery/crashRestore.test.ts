import { beforeAll, describe, expect, test } from 'vitest';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { DEMO } from '../support/session.ts';
import { crashes, ISOLATIONS, start, treeOf } from './crashes.ts';
import { DEATHS } from './deaths.ts';
import { leftBehind, remove, untouchables, withApi, type Machine } from './crashTestbed.ts';
import { diskOf } from '../support/diskOf.ts';
import { byDepth, THOROUGH } from '../support/thorough.ts';

/**
 * Kills a restore, and the undo of one, at every named place. Afterwards the files are those of before or of after,
 * byte for byte, and nothing that lay there can be lost.
 */

const { template, fresh, copyOf, die, live, passesOnly } = crashes();
const TO_ONE = { verb: 'restore', to: 'one' } as const;

/** A finished session with work on top that no checkpoint has: edits, a deletion, a mode, an ignored file in the way. */
const editedMachine = (isolation: Isolation): Promise<Machine> =>
  template(`edited ${isolation}`, async () => {
    const machine = await copyOf(await fresh(isolation));
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
    await live(machine, TO_ONE);
    return machine;
  });

for (const depth of byDepth(ISOLATIONS, (isolation) => isolation === 'worktree'))
  describe.each(depth.rows)('a restore, %s', depth.options, (isolation) => {
    let before: Sight;
    let after: Sight;
    beforeAll(async () => {
      before = await sight(await editedMachine(isolation), isolation);
      after = await sight(await restoredMachine(isolation), isolation);
      expect(after).not.toEqual(before);
    });

    test('passes the places at which it is killed below, and no others', THOROUGH, async () => {
      await passesOnly(await copyOf(await editedMachine(isolation)), TO_ONE, DEATHS.restore);
      await passesOnly(await copyOf(await restoredMachine(isolation)), { verb: 'undo' }, DEATHS.undo);
    });

    for (const { rows, options } of byDepth(DEATHS.restore))
      test.concurrent.for(rows)(
        'that dies at %s (%i) has happened or has not, and can be undone',
        options,
        async (death, { expect }) => {
          const machine = await copyOf(await editedMachine(isolation));
          const theirs = await untouchables(machine);
          await die(machine, TO_ONE, death);
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

    for (const { rows, options } of byDepth(DEATHS.undo))
      test.concurrent.for(rows)(
        'whose undo dies at %s (%i) is there or undone',
        options,
        async (death, { expect }) => {
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
        },
      );
  });

describe('a restore that is said again after it was cut off', () => {
  const cutOff = DEATHS.restore.filter(([point]) =>
    ['restore/journaled', 'overwrite/released', 'checkpoint/commit-recorded'].includes(point),
  );
  const kinds = async (machine: Machine): Promise<readonly string[]> =>
    (await withApi(machine, (api) => api.log(DEMO))).map(({ kind }) => kind).slice(3);

  for (const { rows, options } of byDepth(cutOff))
    test.concurrent.for(rows)('at %s (%i) happens once', options, async (death, { expect }) => {
      const machine = await copyOf(await editedMachine('worktree'));
      await die(machine, TO_ONE, death);
      await withApi(machine, (api) => api.restore(DEMO, { to: 'one' }, { dryRun: false }));
      expect(await kinds(machine)).toEqual(['restore']);
      await remove(machine.folder);
    });

  for (const { rows, options } of byDepth(cutOff))
    test.concurrent.for(rows)(
      'at %s (%i) of its undo is undone, not done again',
      options,
      async (death, { expect }) => {
        const machine = await copyOf(await restoredMachine('worktree'));
        await die(machine, { verb: 'undo' }, death);
        await withApi(machine, (api) => api.restore(DEMO, { undo: true }, { dryRun: false }));
        expect(await kinds(machine)).toEqual(['restore', 'restore']);
        expect((await sight(machine, 'worktree')).disk).toEqual(
          (await sight(await editedMachine('worktree'), 'worktree')).disk,
        );
        await remove(machine.folder);
      },
    );
});

/** A resume that has nothing to run: it only finishes what was cut off. */
const settle = (machine: Machine): Promise<unknown> =>
  withApi(machine, async (api) => {
    const outcome = await api.resume(DEMO, { ...PLAIN_RESUME, until: 'one' }, new AbortController().signal);
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
