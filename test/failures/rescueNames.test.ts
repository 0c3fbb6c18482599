import { describe, expect, it } from 'vitest';
import { linkedTree } from '../support/atTip.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Stage } from '../support/session.ts';
import { startedGround } from '../support/startedGround.ts';
import { THOROUGH } from '../support/thorough.ts';

/** Refs that somebody else made below those of the session, each on a commit of theirs unless it says otherwise. */
const THEIRS = {
  keep: 'HEAD',
  '01': 'HEAD',
  '1e3': 'HEAD',
  '-4': 'HEAD',
  '0': 'HEAD',
  '4.5': 'HEAD',
  '9007199254740993': 'HEAD',
  '99999999999999999999999': 'HEAD',
  Infinity: 'HEAD',
  '3/x': 'HEAD',
  'sub/7': 'HEAD',
  '5': 'HEAD:a.txt',
  '6': 'HEAD^{tree}',
  '8': 'HEAD',
} as const;

const place = (name: string): string => `refs/cairn/${DEMO}/rescue/${name}`;

/** A session after its first phase, with work in its worktree, and refs of somebody else's beside its own. */
async function withTheirs(): Promise<Stage> {
  const world = await startedGround({}, { until: 'one' });
  for (const [name, at] of Object.entries(THEIRS))
    await world.repo.git('update-ref', place(name), await world.repo.git('rev-parse', at));
  await world.repo.git('tag', '-a', '-m', 'a tag', 'theirs');
  await world.repo.git('update-ref', place('9'), await world.repo.git('rev-parse', 'theirs'));
  await world.repo.git('symbolic-ref', place('2'), 'refs/heads/main');
  await world.repo.git('update-ref', `refs/cairn/${DEMO}/mine`, 'HEAD');
  return world;
}

const restoreOver = async (world: Stage, text: string): Promise<string | null> => {
  await linkedTree(world).write('a.txt', text);
  return (await world.api.restore(DEMO, { to: '1' }, { dryRun: false })).rescue;
};

const refs = async (world: Stage): Promise<readonly string[]> =>
  (await world.repo.git('for-each-ref', '--format=%(objectname) %(refname)', `refs/cairn/${DEMO}`)).split(
    '\n',
  );

describe('refs below rescue/ that are none of ours', () => {
  it('are neither counted nor shown nor moved, and hide no rescue', async () => {
    const world = await withTheirs();
    const theirs = await refs(world);
    expect(await world.api.rescues(DEMO)).toEqual([]);
    const made = [await restoreOver(world, 'first\n'), await restoreOver(world, 'second\n')];
    expect(made).toEqual([place('1'), place('4')]);
    expect((await world.api.rescues(DEMO)).map(({ number }) => number)).toEqual([1, 4]);
    expect((await world.api.status(DEMO)).rescues.map(({ number }) => number)).toEqual([1, 4]);
    expect(await refs(world)).toEqual(expect.arrayContaining([...theirs]));
    await world.api.restore(DEMO, { undo: true }, { dryRun: false });
    expect(await linkedTree(world).look('a.txt')).toBe('second\n');
  });

  it('are no rescue that could be shown, applied or deleted', THOROUGH, async () => {
    const world = await withTheirs();
    for (const n of [2, 5, 6, 8, 9, Number.MAX_SAFE_INTEGER, 0, -4]) {
      await refusal(world.api.rescueDiff(DEMO, n), 'usage/invalid');
      await refusal(world.api.rescueApply(DEMO, n, []), 'usage/invalid');
      await refusal(world.api.rescueDelete(DEMO, n), 'usage/invalid');
    }
  });

  it('stay where they are when the session is purged, and its id is free again', THOROUGH, async () => {
    const world = await withTheirs();
    const theirs = await refs(world);
    await restoreOver(world, 'first\n');
    await world.api.delete(DEMO, { purge: true });
    expect(await refs(world)).toEqual(theirs);
    expect(world.told().at(-1)).toMatch(/^Left, as they are none of Cairn's: .*\/rescue\//);
    await refusal(world.api.delete(DEMO, { purge: true }), 'usage/unknown-session');
    await world.start({ until: 'one' });
    expect(await restoreOver(world, 'again\n')).toBe(place('1'));
  });

  it('in the place of the effect record are told, not tried for ever', async () => {
    const world = await startedGround({}, { until: 'one' });
    await world.repo.git('update-ref', `refs/cairn/${DEMO}/effects/x`, 'HEAD');
    const effect = { key: 'k', probe: null, command: ['true'], cwd: linkedTree(world).root } as const;
    const never = new AbortController().signal;
    const acting = world.api.effect(DEMO, effect, { out() {}, errors() {} }, never);
    const { details } = await refusal(acting, 'repo/ref-in-the-way');
    expect(details).toEqual({ ref: `refs/cairn/${DEMO}/effects`, other: `refs/cairn/${DEMO}/effects/x` });
  });

  it.each(['rescue', ''])(
    'a ref in the place of the folder (%s) is told, and nothing is written',
    async (name) => {
      const world = await startedGround({}, { until: 'one' });
      const ref = `refs/cairn/${DEMO}${name === '' ? '' : '/rescue'}`;
      await world.repo.git('update-ref', ref, 'HEAD');
      await linkedTree(world).write('a.txt', 'uncommitted\n');
      const { details } = await refusal(
        world.api.restore(DEMO, { to: '1' }, { dryRun: false }),
        'repo/ref-in-the-way',
      );
      expect(details).toEqual({ ref: place('1'), other: ref });
      expect(await linkedTree(world).look('a.txt')).toBe('uncommitted\n');
    },
  );

  it.each([false, true])(
    'below the archive: nothing is deleted (purge: %s), and nobody is said to have moved it',
    async (purge) => {
      const world = await startedGround({}, { until: 'one' });
      const other = `refs/cairn/${DEMO}/archive/x`;
      await world.repo.git('update-ref', other, 'HEAD');
      const { details } = await refusal(world.api.delete(DEMO, { purge }), 'repo/ref-in-the-way');
      expect(details).toEqual({ ref: `refs/cairn/${DEMO}/archive`, other });
      await world.repo.git('update-ref', '-d', other);
      await world.api.delete(DEMO, { purge });
    },
  );
});
