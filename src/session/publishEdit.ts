import type { PhaseId } from '../model/ids.ts';
import { captureWork, type Captured } from './captureWork.ts';
import type { Drive } from './drive.ts';
import { agentCommits } from './head.ts';
import { publishCheckpoint } from './publishCheckpoint.ts';
import { counted, listed, tell } from './tell.ts';
import { isRecordFile } from '../model/places.ts';
import { rowOf, withRow } from './rows.ts';
import { recordBefore } from './phaseRecordOf.ts';

/** Takes what a person changed between phases as a checkpoint of its own; null when there was nothing to take. */
export async function publishEdit(drive: Drive, waitAgain: PhaseId | null): Promise<Captured | null> {
  const captured = await captureWork(drive.world, drive.tree, drive.session);
  if (captured.notCaptured.length > 0)
    tell(
      drive.world,
      `Not captured: ${listed(captured.notCaptured.map((item) => `${item.path} (${item.why})`))}.`,
    );
  if (captured.tree === drive.record.tree) return null;
  const { record, world } = drive;
  const files = (await world.repository.changes(record.tree, captured.tree)).filter(
    (change) => !isRecordFile(drive.session, change.path),
  );
  const { status } = record;
  await publishCheckpoint(drive, {
    kind: 'edit',
    phase: waitAgain,
    attempt: waitAgain === null ? null : rowOf(status.rows, waitAgain).attempt,
    state: waitAgain === null ? status.state : 'waiting',
    next: waitAgain ?? status.next,
    rows:
      waitAgain === null
        ? status.rows
        : withRow(status.rows, waitAgain, { status: 'waiting', updated: world.clock.now() }),
    tree: captured.tree,
    normalised: captured.normalised,
    ...(waitAgain === null
      ? {}
      : { record: { ...recordBefore(record, rowOf(status.rows, waitAgain)), status: 'waiting' as const } }),
    also: await agentCommits(drive),
    subject:
      waitAgain === null
        ? `${counted(files.length, 'file')} changed between phases`
        : `${waitAgain} waits again: an approved artifact changed`,
    body: listed(
      files.map((change) => `${change.path} (${change.kind})`),
      50,
    ),
  });
  tell(
    world,
    `Your changes to ${counted(files.length, 'file')} were taken as an edit: ${listed(files.map((change) => change.path))}.`,
  );
  return captured;
}
