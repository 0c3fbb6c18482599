import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { RecordReads } from './recordReader.ts';
import { glanceStatusAt } from './glanceStatusAt.ts';

/**
 * The same checkpoints, with what no trailer says: which approvals are a word alone. For whoever looks for the one that closed a
 * phase.
 */
export const withWords = (
  repository: RecordReads,
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
  repository: RecordReads,
  { commit, trailers: { session, phase } }: Checkpoint,
): Promise<boolean> {
  const said = await glanceStatusAt(repository, session, commit);
  const row = (said === 'nothing' ? null : said)?.rows.find((one) => one.phase === phase);
  return row !== undefined && row.status !== 'done';
}
