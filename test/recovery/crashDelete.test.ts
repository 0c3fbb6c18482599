import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { openGitRepo } from '../support/gitRepo.ts';
import { DEMO } from '../support/session.ts';
import { crashes, start, treeOf } from './crashes.ts';
import { DEATHS, type Death } from './deaths.ts';
import { remove, untouchables, withApi, type Machine } from './crashTestbed.ts';
import { diskOf } from '../support/diskOf.ts';
import { byDepth, isFirst } from '../support/thorough.ts';

/**
 * Kills a deletion at every named place: saying it again finishes it, and what was uncommitted is in the rescue, the tip in
 * the archive. Whoever goes on with the session instead finds it as it was.
 */

const { template, fresh, copyOf, die, live, passesOnly, eachDeath } = crashes();
const never = new AbortController().signal;

/** A session after its first phase, with work on top that no checkpoint has. */
const withWork = (isolation: Isolation): Promise<Machine> =>
  template(`with work ${isolation}`, async () => {
    const machine = await copyOf(await fresh(isolation));
    const { options, verb } = start(isolation);
    await live(machine, { verb, options: { ...options, until: 'one' } });
    const tree = openGitRepo(treeOf(machine, isolation));
    await tree.write('README.md', 'edited\n');
    await tree.write('.cairn/sessions/demo/02-two/draft.md', 'a draft\n');
    return machine;
  });

const deletedMachine = (): Promise<Machine> =>
  template('deleted', async () => {
    const machine = await copyOf(await withWork('worktree'));
    await live(machine, { verb: 'delete', purge: false });
    return machine;
  });

/** All that there is of the session, and of the person's. */
async function sight(machine: Machine): Promise<unknown> {
  const { repo, folder } = machine;
  const refs = (await repo.git('for-each-ref', '--format=%(refname)', 'refs/cairn', 'refs/heads')).split(
    '\n',
  );
  const namesIn = (path: string): Promise<readonly string[]> => readdir(join(folder, path)).catch(() => []);
  return {
    trees: await Promise.all(
      refs.map(async (ref) => [ref, await repo.git('rev-parse', `${ref}^{tree}`)] as const),
    ),
    disk: await diskOf(repo.root),
    beside: await namesIn('repo.worktrees'),
    worktrees: await namesIn('repo/.git/worktrees'),
    exclude: await repo.look('.git/info/exclude'),
    remembered: (await namesIn('repo/.git/cairn/demo')).filter((name) => !name.startsWith('lease.')),
  };
}

/** As a person would who does not know how far it came. */
const deleteAgain = (machine: Machine, purge: boolean): Promise<void> =>
  withApi(machine, async (api) => {
    try {
      await api.delete(DEMO, { purge });
    } catch (error) {
      if (!CairnError.is(error, 'usage/unknown-session')) throw error;
    }
  });

type Deletion = [what: string, purge: boolean, make: () => Promise<Machine>, deaths: readonly Death[]];
const DELETIONS: readonly Deletion[] = [
  ['a worktree', false, () => withWork('worktree'), DEATHS.deleteWorktree],
  ['in place, purged', true, () => withWork('in-place'), DEATHS.purgeInPlace],
  ['in place', false, () => withWork('in-place'), DEATHS.deleteInPlace],
  ['a worktree, purged', true, () => withWork('worktree'), DEATHS.purgeWorktree],
  ['of a session that was deleted before, purged', true, deletedMachine, DEATHS.purgeDeleted],
];

for (const depth of byDepth(DELETIONS, (_what, at) => at < 2))
  describe.each(depth.rows)('a deletion, %s', depth.options, (_what, purge, make, deaths) => {
    let expected: unknown;
    let theirs: unknown;

    beforeAll(async () => {
      theirs = await untouchables(await make());
      const machine = await copyOf(await make());
      await passesOnly(machine, { verb: 'delete', purge }, deaths);
      expected = await sight(machine);
    });

    eachDeath('that dies at %s (%i) is finished by another', byDepth(deaths), {
      ground: make,
      act: { verb: 'delete', purge },
      async comesTo(machine) {
        await deleteAgain(machine, purge);
        expect(await untouchables(machine)).toEqual(theirs);
        return sight(machine);
      },
      expected: () => expected,
    });
  });

for (const { rows, options } of byDepth<[Isolation, readonly Death[]]>(
  [
    ['worktree', DEATHS.deleteWorktree],
    ['in-place', DEATHS.deleteInPlace],
  ],
  isFirst,
))
  describe.each(rows)('a resume instead, %s', options, (isolation, deaths) => {
    const before = deaths.filter(([point]) => point !== 'delete/ref-removed');

    for (const { rows, options } of byDepth(before))
      test.concurrent.for(rows)('of what died at %s (%i) goes on', options, async (death, { expect }) => {
        const machine = await copyOf(await withWork(isolation));
        await die(machine, { verb: 'delete', purge: false }, death);
        const log = await withApi(machine, async (api) => {
          expect(await api.resume(DEMO, PLAIN_RESUME, never)).toMatchObject({ reason: 'completed' });
          expect((await api.verify(DEMO)).flatMap((result) => result.violations)).toEqual([]);
          return api.log(DEMO);
        });
        expect(log.map(({ kind }) => kind).filter((kind) => kind !== 'edit')).toEqual([
          'opened',
          'phase',
          'phase',
        ]);
        const git = machine.repo.git;
        expect(await git('show', 'cairn/demo:.cairn/sessions/demo/01-one/result.md')).toBe('Result of one.');
        // Uncommitted work is part of the session, or set aside, or lies where it was.
        const kept = await Promise.all(
          ['cairn/demo', 'refs/cairn/demo/rescue/1'].map((ref) =>
            git('show', `${ref}:README.md`).catch(() => ''),
          ),
        );
        const lying = isolation === 'in-place' ? ((await machine.repo.look('README.md')) ?? '').trim() : '';
        expect([...kept, lying]).toContain('edited');
        await remove(machine.folder);
      });
  });
