import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { statusPath } from '../../model/names/places.ts';
import { glanceStatus } from '../../model/status/glanceStatus.ts';
import type { Objects } from '../ports.ts';
import { decode } from './text.ts';

/**
 * The same checkpoints, with what no trailer says: which approvals are a word alone. For whoever looks for the one that closed a
 * phase.
 */
export const withWords = (
  repository: Pick<Objects, 'read'>,
  history: readonly Checkpoint[],
): Promise<readonly Checkpoint[]> =>
  Promise.all(
    history.map(async (at) =>
      at.trailers.kind === 'approval' && (await leavesOpen(repository, at))
        ? { ...at, leavesOpen: true }
        : at,
    ),
  );

async function leavesOpen(
  repository: Pick<Objects, 'read'>,
  { commit, trailers: { session, phase } }: Checkpoint,
): Promise<boolean> {
  const bytes = await repository.read(commit, statusPath(session));
  const rows = bytes === null ? [] : (glanceStatus(decode(bytes))?.rows ?? []);
  const row = rows.find((one) => one.phase === phase);
  return row !== undefined && row.status !== 'done';
}
