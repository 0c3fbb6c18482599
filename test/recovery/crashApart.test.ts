import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import { openGitRepo } from '../support/gitRepo.ts';
import { DEMO } from '../support/session.ts';
import { crashes, start, treeOf } from './crashes.ts';
import { carryOut, type Act } from './carryOut.ts';
import { DEATHS, type Death } from './deaths.ts';
import { leftBehind, remove, untouchables, withApi, type Machine } from './crashTestbed.ts';
import { diskOf } from '../support/diskOf.ts';
import { byDepth } from '../support/thorough.ts';

/**
 * Kills what brings work from elsewhere: files that follow a tip that went on in another clone, a rescue that is applied,
 * changes that are landed. Done again, it gives what it gives undisturbed, and what lay there is set aside once.
 */

const { template, fresh, copyOf, die, live, passesOnly } = crashes();
const never = new AbortController().signal;
const tree = (machine: Machine) => openGitRepo(treeOf(machine, 'worktree'));

/** A session of two phases whose second was done in another clone; here lies something that nobody has captured. */
const goneOnElsewhere = (): Promise<Machine> =>
  template('elsewhere', async () => {
    const machine = await copyOf(await fresh('worktree'));
    const { options, verb } = start('worktree');
    await live(machine, { verb, options: { ...options, until: 'one' } });
    await machine.repo.git('clone', '-q', '.', '../elsewhere/repo');
    const clone = openGitRepo(machine.repo.root.replace(/repo$/, 'elsewhere/repo'));
    await withApi({ ...machine, repo: clone }, (api) =>
      api.resume(DEMO, { ...PLAIN_RESUME, trust: true }, never),
    );
    await machine.repo.git('fetch', '-q', clone.root, 'cairn/demo:cairn/demo');
    await remove(`${machine.folder}/elsewhere`);
    await tree(machine).write('README.md', 'edited\n');
    return machine;
  });

/** A session that was done in place in another clone, which changed, added and removed files; here all is clean. */
const doneElsewhere = (): Promise<Machine> =>
  template('done elsewhere', async () => {
    const machine = await copyOf(await fresh('worktree'));
    await machine.repo.git('stash', 'push', '-q', '--include-untracked');
    await machine.repo.git('clone', '-q', '.', '../elsewhere/repo');
    const clone = openGitRepo(machine.repo.root.replace(/repo$/, 'elsewhere/repo'));
    await machine.agent.part('one', 'usual; echo changed > README.md; rm kept.txt');
    await withApi({ ...machine, repo: clone }, (api) => api.start(start('in-place').options, never));
    await machine.repo.git('fetch', '-q', clone.root, 'cairn/demo:cairn/demo');
    await remove(`${machine.folder}/elsewhere`);
    return machine;
  });

const withRescue = (): Promise<Machine> =>
  template('rescue', async () => {
    const machine = await copyOf(await fresh('worktree'));
    await live(machine, start('worktree'));
    await tree(machine).write('README.md', 'edited\n');
    await live(machine, { verb: 'restore', to: 'one' });
    await tree(machine).write('README.md', 'edited again\n');
    return machine;
  });

async function sight(machine: Machine): Promise<unknown> {
  const refs = (await machine.repo.git('for-each-ref', '--format=%(refname)')).split('\n');
  return {
    trees: await Promise.all(
      refs.map(async (ref) => [ref, await machine.repo.git('rev-parse', `${ref}^{tree}`)] as const),
    ),
    here: await diskOf(machine.repo.root),
    there: existsSync(treeOf(machine, 'worktree')) ? await diskOf(treeOf(machine, 'worktree')) : null,
    left: await leftBehind(machine),
    scratch: (await readdir(join(machine.repo.root, '.git/cairn'))).filter((name) =>
      name.startsWith('.land'),
    ),
  };
}

/** All that no act may touch; a commit that is made at another time has another id. */
const theirOwn = async (machine: Machine): Promise<unknown> => ({
  ...(await untouchables(machine)),
  branches: await machine.repo.git('for-each-ref', '--format=%(refname) %(tree)', 'refs/heads/[!c]*'),
});

describe.each<[string, Act, () => Promise<Machine>, readonly Death[]]>([
  [
    'a resume that follows',
    { verb: 'resume', options: { ...PLAIN_RESUME, trust: true } },
    goneOnElsewhere,
    DEATHS.follow,
  ],
  [
    'a resume that takes over a tree in place',
    { verb: 'resume', options: { ...PLAIN_RESUME, trust: true, inPlace: true } },
    doneElsewhere,
    DEATHS.takeOver,
  ],
  ['a rescue that is applied', { verb: 'apply', rescue: 1 }, withRescue, DEATHS.apply],
  ['a landing', { verb: 'land', how: { apply: true } }, withRescue, DEATHS.landHere],
  ['a landing on a branch', { verb: 'land', how: { branch: 'landed' } }, withRescue, DEATHS.landOnBranch],
])('%s', (_what, act, make, deaths) => {
  let expected: unknown;
  let theirs: unknown;

  beforeAll(async () => {
    const machine = await copyOf(await make());
    if (act.verb === 'resume') await live(machine, act);
    else await passesOnly(machine, act, deaths);
    expected = await sight(machine);
    theirs = await theirOwn(machine);
  });

  for (const { rows, options } of byDepth(deaths))
    test.concurrent.for(rows)('and dies at %s (%i) is done again', options, async (death, { expect }) => {
      const machine = await copyOf(await make());
      await die(machine, act, death);
      await withApi(machine, async (api) => {
        try {
          await carryOut(api, DEMO, act);
        } catch (error) {
          // It was done, and only its end was not seen.
          expect(String(error)).toMatch(/its changes are here already|it exists already/);
        }
        expect((await api.verify(DEMO)).flatMap((result) => result.violations)).toEqual([]);
      });
      expect(await sight(machine)).toEqual(expected);
      expect(await theirOwn(machine)).toEqual(theirs);
      await remove(machine.folder);
    });
});
