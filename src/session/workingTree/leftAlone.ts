import type { RepoPath, SessionId } from '../../model/ids.ts';
import type { NotCaptured } from '../../model/phaseRecord.ts';
import type { Drive } from '../drive.ts';
import { decode } from '../record/text.ts';
import { workOf } from './workOf.ts';
import type { World } from '../world.ts';

/** Why such a file is in no checkpoint; whoever needs its place may set it aside. */
export const LEFT_ALONE = 'git ignored it until a restore brought an older .gitignore back';

/** Beyond this they are told by folder: a dependency folder has tens of thousands. */
const NAMED = 20;

const FILE = 'left-alone' as RepoPath;

/**
 * Files that git had ignored until a restore took the rule back. They are nobody's work: captured, they would bloat
 * the next checkpoint, and the undo of the restore would remove them. Known on this machine only, as they are.
 */
export async function readLeftAlone(
  { files, state }: Pick<World, 'files' | 'state'>,
  session: SessionId,
): Promise<ReadonlySet<string>> {
  const bytes = await files.read(state.of(session).folder, FILE);
  const lines = bytes === null ? [] : decode(bytes).split('\n');
  return new Set(lines.flatMap(pathIn));
}

/** A line that is torn or not ours costs its one file: it is captured again. */
function pathIn(line: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? [value] : [];
  } catch {
    return [];
  }
}

/** Remembers the files that can be seen after an overwriting and could not be seen before it. */
export async function leaveNewlySeen(
  { world, tree, session }: Drive,
  {
    changes,
    skipped,
    seen: before,
  }: {
    readonly changes: readonly { readonly path: RepoPath }[];
    readonly skipped: readonly { readonly path: RepoPath }[];
    /** Untracked files that git let us see before. */
    readonly seen: ReadonlySet<string>;
  },
): Promise<void> {
  const known = new Set<string>([...before, ...[...changes, ...skipped].map(({ path }) => path)]);
  const seen = (await workOf(tree, session)).filter(
    ({ change, path }) => change === 'added' && !known.has(path),
  );
  if (seen.length === 0) return;
  const all = new Set([...(await readLeftAlone(world, session)), ...seen.map(({ path }) => path)]);
  const lines = [...all].map((path) => `${JSON.stringify(path)}\n`);
  await world.files.write(world.state.of(session).folder, FILE, lines.join(''));
}

/** How they are told: one by one, or the folders they are in when they are many. */
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
