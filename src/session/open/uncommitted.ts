import type { RepoPath } from '../../model/names/ids.ts';
import { WORKFLOWS_FOLDER } from '../../model/names/places.ts';
import { SHIPPED } from '../../model/workflow/shipped/shipped.ts';
import type { LoadedWorkflow } from '../record/loadWorkflow.ts';
import { textOrNull } from '../record/text.ts';
import type { WorkingTree } from '../ports.ts';
import type { World } from '../world.ts';
import { shippedHere } from './shippedHere.ts';

/** What is not committed where a session begins in a worktree. */
export interface Uncommitted {
  /** The worktree begins without these. */
  readonly left: readonly string[];
  /** Workflow files that it begins with all the same, each with its text: nothing that is not published anyhow, or that Cairn wrote. */
  readonly along: ReadonlyMap<RepoPath, string>;
}

/** In place everything is there, and with all changes nothing is left. */
const NOTHING_UNCOMMITTED: Uncommitted = { left: [], along: new Map() };

/** What git calls uncommitted, by what becomes of it. */
export const uncommittedIn = async (
  world: World,
  tree: WorkingTree,
  loaded: LoadedWorkflow,
  inPlace: boolean,
): Promise<Uncommitted> =>
  inPlace ? NOTHING_UNCOMMITTED : sortUncommitted(world, await tree.uncommitted(), loaded);

async function sortUncommitted(
  world: Pick<World, 'repository' | 'files' | 'secrets'>,
  paths: readonly string[],
  loaded: LoadedWorkflow,
): Promise<Uncommitted> {
  const along = new Map<RepoPath, string>();
  for (const path of paths as readonly RepoPath[]) {
    if (!path.startsWith(`${WORKFLOWS_FOLDER}/`)) continue;
    const text = path === loaded.file ? loaded.text : await shippedAt(world, path);
    if (text !== null) along.set(path, text);
  }
  // The session has a copy of the workflow that it follows, wherever that lies.
  const left = paths.filter((path) => path !== loaded.file && !along.has(path as RepoPath));
  return { left, along };
}

/**
 * The text of a file that is as Cairn would write it here now; null for anybody's, for one of before the project changed, and
 * where a command in it has a secret.
 */
async function shippedAt(
  world: Pick<World, 'repository' | 'files' | 'secrets'>,
  path: RepoPath,
): Promise<string | null> {
  const shipped = Object.values(SHIPPED).find(({ name }) => path === `${WORKFLOWS_FOLDER}/${name}.yaml`);
  if (shipped === undefined) return null;
  const bytes = await world.files.read(world.repository.root, path);
  if (bytes === null) return null;
  const { text } = await shippedHere(world, shipped.name);
  const isAsWritten = textOrNull(bytes) === text;
  return isAsWritten && (await world.secrets.scan(path, bytes)).length === 0 ? text : null;
}
