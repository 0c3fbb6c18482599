import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withApi, type Machine } from '../recovery/crashTestbed.ts';
import { DEMO } from '../support/session.ts';
import { survivors } from './survivors.ts';

/** The person's own, and one for each phase that may work at once. */
const MOST_TREES = 1 + 4;

/**
 * What a session that is done leaves that nobody needs, and what is left after it was purged, in words: worktrees, refs of
 * work that waits to be published, notes, processes. The session is gone afterwards.
 */
export async function leftOver(machine: Machine): Promise<readonly string[]> {
  const { repo } = machine;
  const [trees, queued] = [await treesOf(machine), await refsBelow(machine, 'refs/cairn/demo/queued/')];
  await withApi(machine, (api) => api.delete(DEMO, { purge: true }));
  const notes = await readdir(join(repo.root, '.git/cairn')).catch(() => []);
  const places = await readdir(`${repo.root}.worktrees`).catch(() => []);
  return [
    ...(trees.length > MOST_TREES ? trees.map((tree) => `a worktree too many: ${tree}`) : []),
    ...queued.map((ref) => `still queued: ${ref}`),
    ...(await treesOf(machine)).slice(1).map((tree) => `a worktree is left: ${tree}`),
    ...places.map((place) => `a folder is left: ${place}`),
    ...(await refsBelow(machine, 'refs/cairn/demo/')).map((ref) => `a ref is left: ${ref}`),
    ...notes.filter((name) => name.startsWith(DEMO)).map((name) => `notes are left: ${name}`),
    ...(await survivors(machine)),
  ];
}

const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
const refsBelow = async ({ repo }: Machine, folder: string): Promise<readonly string[]> =>
  lines(await repo.git('for-each-ref', '--format=%(refname)', folder));
const treesOf = async ({ repo }: Machine): Promise<readonly string[]> =>
  lines(await repo.git('worktree', 'list'));
