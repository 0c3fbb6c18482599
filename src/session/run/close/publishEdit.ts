import { counted, listed } from '../../../base/listed.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import { joinChanges } from '../../../model/checkpoint/joinChanges.ts';
import type { Change } from '../../ports.ts';
import { captureWork, type Captured } from '../../workingTree/captureWork.ts';
import type { AtTip, Drive } from '../../drive.ts';
import { judgeArtifacts } from './judgeArtifacts.ts';
import type { NewCheckpoint } from '../../checkpoint/newCheckpoint.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import { tell, tellNotCaptured } from '../../tell.ts';
import { rowOf, withRow } from '../../record/rows.ts';
import { workChanges } from '../../record/workChanges.ts';
import { recordBefore } from './phaseRecordOf.ts';
import { undecided } from './undecided.ts';

/**
 * Publishes what a person changed between phases as a checkpoint of its own; null if there was nothing.
 *
 * @param during checks were run meanwhile, before anything was changed: nobody can tell which of the two it was
 */
export async function publishEdit(
  drive: Drive,
  waitAgain: PhaseId | null,
  during?: 'checks',
): Promise<Drive | null> {
  const captured = await captureWork(
    drive.world,
    drive.checkout.tree,
    drive.session,
    'leave',
    drive.throwIfStopRequested,
  );
  tellNotCaptured(drive.world, captured.notCaptured);
  const { record, world } = drive;
  if (captured.tree === record.tree) return null;
  const files = await workChanges(world.repository, drive.session, record.tree, captured.tree);
  const published = await publishCheckpoint(drive, {
    kind: 'edit',
    ...(waitAgain === null
      ? {
          phase: null,
          attempt: null,
          rows: unblocked(record.status.rows),
          work: { publish: captured.tree },
        }
      : {
          ...(await waits(drive, waitAgain, captured, files)),
          work: { hold: captured.tree, base: record.commit },
        }),
    normalised: captured.normalised,
    subject:
      waitAgain === null
        ? `${counted(files.length, 'file')} changed ${during === undefined ? 'between phases' : 'while checks were run'}`
        : `${waitAgain} waits again: an approved artifact changed`,
    body: listed(
      files.map((change) => `${change.path} (${change.kind})`),
      50,
    ),
  });
  const paths = files.map((change) => change.path);
  tell(world, { notice: 'edit-taken', files: paths, ...(during === undefined ? {} : { during }) });
  return published;
}

type Said = Pick<NewCheckpoint, 'phase' | 'attempt' | 'rows' | 'workflow' | 'record' | 'records' | 'files'>;

/** A phase blocked by the worktree's setup becomes what it was before: the setup has run since. */
const unblocked = (rows: readonly StatusRow[]): readonly StatusRow[] =>
  rows.map((row) => (row.status === 'blocked' ? { ...row, status: 'pending' } : row));

/**
 * The phase closed last needs approval again, for its artifacts as they are now: what was approved stays in the tree until then, and
 * nothing behind it is decided by that any more.
 */
async function waits(
  drive: AtTip,
  waitAgain: PhaseId,
  captured: Captured,
  files: readonly Change[],
): Promise<Said> {
  const { record, world } = drive;
  const row = rowOf(record.status.rows, waitAgain);
  const phase = record.workflow.phases.find((candidate) => candidate.id === waitAgain);
  const before = recordBefore(record, row);
  const artifacts =
    phase === undefined ? before.artifacts : (await judgeArtifacts(drive, phase, row, captured)).artifacts;
  const { rows, ...anew } = undecided(record, waitAgain);
  return {
    ...anew,
    phase: waitAgain,
    attempt: row.attempt,
    rows: withRow(unblocked(rows), waitAgain, {
      status: 'waiting',
      updated: world.clock.now(),
      artifacts: { ...row.artifacts, present: artifacts.length },
    }),
    record: {
      ...before,
      status: 'waiting',
      artifacts,
      edited: joinChanges([before.edited ?? [], files.map(({ path, kind }) => ({ path, change: kind }))]),
    },
  };
}
