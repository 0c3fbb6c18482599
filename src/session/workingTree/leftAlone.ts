import type { RepoPath, SessionId } from '../../model/names/ids.ts';
import type { NotCaptured } from '../../model/checkpoint/phaseRecord.ts';
import type { Pending, WorkingTree } from '../ports.ts';
import { slotsNoted } from '../record/slotStates.ts';
import { decode } from '../record/text.ts';
import { workOf } from './workOf.ts';
import type { World } from '../world.ts';

/** Why such a file is in no checkpoint. Whoever needs its place may set it aside. */
const LEFT_ALONE = 'git ignored it until a restore, or a move out of the way of another file, uncovered it';

/** More than this are told by folder: a dependency folder has tens of thousands. */
const NAMED = 20;

const FILE = 'left-alone' as RepoPath;

/**
 * Uncommitted files that git ignored until a restore took the ignore rule back, or they got another name. They are nobody's work: a capture of them would
 * bloat the next checkpoint, and undoing the restore would remove them. Only this machine knows them, and only as they were
 * then: a file that changes later is work.
 */
export async function leftAloneOf(
  world: Pick<World, 'files' | 'state'>,
  session: SessionId,
  root: string,
  pending: readonly Pending[],
): Promise<readonly RepoPath[]> {
  const added = pending.filter(({ change }) => change === 'added');
  if (added.length === 0) return [];
  const known = await readLeftAlone(world, await folderFor(world, session, root));
  const alone: RepoPath[] = [];
  for (const { path } of added) {
    const stamp = known.get(path);
    if (stamp !== undefined && stamp === (await world.files.stamp(root, path))) alone.push(path);
  }
  return alone;
}

/** Each slot has its own: the same path is another file there. */
async function folderFor(world: Pick<World, 'state'>, session: SessionId, root: string): Promise<string> {
  const [first, ...others] = await slotsNoted(world, session);
  return (others.find(({ about }) => about?.root === root) ?? first).state.folder;
}

async function readLeftAlone(
  { files }: Pick<World, 'files'>,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const bytes = await files.read(folder, FILE);
  const lines = bytes === null ? [] : decode(bytes).split('\n');
  return new Map(lines.flatMap(entryIn));
}

/** A torn or foreign line affects one file only: it is captured again. */
function entryIn(text: string): readonly (readonly [string, string])[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [];
    const [path, stamp]: readonly unknown[] = value;
    return typeof path === 'string' && typeof stamp === 'string' ? [[path, stamp]] : [];
  } catch {
    return [];
  }
}

/** Remembers the files that git sees after an overwrite and did not see before it. */
export async function leaveNewlySeen(
  world: Pick<World, 'files' | 'state'>,
  session: SessionId,
  tree: WorkingTree,
  written: {
    readonly changes: readonly { readonly path: RepoPath }[];
    readonly skipped: readonly { readonly path: RepoPath }[];
  },
  /** Untracked files that git showed before the overwrite. */
  before: ReadonlySet<string>,
): Promise<void> {
  const known = new Set<string>([
    ...before,
    ...[...written.changes, ...written.skipped].map(({ path }) => path),
  ]);
  const seen = (await workOf(tree, session)).filter(
    ({ change, path }) => change === 'added' && !known.has(path),
  );
  if (seen.length === 0) return;
  const folder = await folderFor(world, session, tree.root);
  const all = new Map(await readLeftAlone(world, folder));
  for (const { path } of seen) all.set(path, (await world.files.stamp(tree.root, path)) ?? '');
  const lines = [...all].map(([path, stamp]) => `${JSON.stringify([path, stamp])}\n`);
  await world.files.write(folder, FILE, lines.join(''));
}

/** Describes them one by one, or by folder if there are many. */
export function describeLeftAlone(paths: readonly string[]): readonly NotCaptured[] {
  if (paths.length <= NAMED) return paths.map((path) => ({ path, why: LEFT_ALONE }));
  const counts = new Map<string, number>();
  for (const path of paths) {
    const [top = path] = path.split('/');
    counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  return [...counts].map(([path, count]) => ({
    path,
    why: count === 1 ? LEFT_ALONE : `${count} files: ${LEFT_ALONE}`,
  }));
}
