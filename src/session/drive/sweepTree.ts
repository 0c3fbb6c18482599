import { posix } from 'node:path';
import type { RepoPath } from '../../model/names/ids.ts';
import { sessionFolder } from '../../model/names/places.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import type { World } from '../world.ts';

/** The engine writes into the folder of a session, of its phases and of their rounds. */
const DEPTH = 2;

/**
 * Removes what a killed engine had prepared beside the files that it was about to write. A write does so for its own folder, but
 * there is none where the file had become what it should be in another way.
 */
export async function sweepTree(
  { files }: Pick<World, 'files'>,
  root: string,
  { session, workflow }: SessionRecord,
): Promise<void> {
  await files.sweep(root, sessionFolder(session), DEPTH);
  for (const folder of new Set(workflow.worktree.copy.map((path) => posix.dirname(path))))
    await files.sweep(root, (folder === '.' ? '' : folder) as RepoPath, 0);
}

/** {@link sweepTree} for who has nothing else to do there. */
export async function sweepHere(
  world: Pick<World, 'files' | 'repository' | 'state'>,
  record: SessionRecord,
): Promise<void> {
  const root = await workingRoot(world, record.session);
  if (root !== null) await sweepTree(world, root, record);
}
