import { neededBy } from '../graph/needed.ts';
import type { PhaseId, RepoPath, SessionId } from '../names/ids.ts';
import { isEngineFile, phaseFolder, sessionFolder } from '../names/places.ts';
import type { StatusRow } from '../status/status.ts';
import type { Workflow } from '../workflow/workflow.ts';

/**
 * True if what was published beside a phase may matter to what it was judged by: a file outside the session's folder, or one that
 * a phase has made which it needs.
 *
 * @param changed between the checkpoint that its work stands on and the tip
 */
export function tipMoved(
  changed: readonly RepoPath[],
  {
    session,
    phase,
    rows,
    phases,
  }: {
    readonly session: SessionId;
    readonly phase: PhaseId;
    readonly rows: readonly Pick<StatusRow, 'phase' | 'number'>[];
    readonly phases: Workflow['phases'];
  },
): boolean {
  const needed = neededBy(phases, phase);
  const folders = rows
    .filter((row) => needed.has(row.phase))
    .map((row) => `${phaseFolder(session, row.number, row.phase)}/`);
  const inSession = `${sessionFolder(session)}/`;
  return changed.some(
    (path) =>
      !path.startsWith(inSession) ||
      (!isEngineFile(session, path) && folders.some((folder) => path.startsWith(folder))),
  );
}
