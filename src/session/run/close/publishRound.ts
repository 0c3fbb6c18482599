import type { SentBack } from '../../../model/graph/planClosing.ts';
import { openRound, type Round } from '../../../model/graph/openRound.ts';
import { saySentBack } from '../../../model/graph/saySentBack.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { CommitId, RepoPath, TreeId } from '../../../model/names/ids.ts';
import { handoffPath, phaseFolder, roundFolder } from '../../../model/names/places.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { withRow } from '../../record/rows.ts';
import { valueWithoutSecrets } from '../../workingTree/withoutSecrets.ts';
import { recordBefore } from './phaseRecordOf.ts';
import { roundOf } from './planLoop.ts';

/** A phase whose loop sends the work back. */
export interface SentBackPhase {
  readonly phase: Phase;
  readonly row: StatusRow;
  /** As its attempt left it. */
  readonly record: PhaseRecord;
  /** The tree that was judged. */
  readonly tree: TreeId;
  readonly normalised: readonly RepoPath[];
  /** The checkpoint that its work began on. */
  readonly base: CommitId;
  /** Its work is published; that of a gate that did not hold is held. */
  readonly holds: boolean;
  readonly because: SentBack;
  /** What a person said, for the message. */
  readonly word?: string;
}

/** Opens another round, from the phase that the loop of this one goes back to. */
export async function publishRound(drive: Drive, sent: SentBackPhase): Promise<Drive> {
  const { phase, row, tree, normalised, base, holds, because, word } = sent;
  const { loop } = phase;
  if (loop === null) return drive;
  const { record, world } = drive;
  const rows = withRow(record.status.rows, phase.id, { attempt: row.attempt, updated: world.clock.now() });
  const round = openRound(record.workflow, rows, { ...phase, loop });
  const ended = roundOf(sent.record);
  const reopened = await Promise.all(
    round.reopened.map((one) =>
      valueWithoutSecrets(
        world.secrets,
        'phase.json',
        reopenedRecord(
          one.phase === phase.id ? sent.record : recordBefore(record, one),
          { by: phase.id, round: ended + 1, max: Math.max(loop.max, ended + 1), because },
          round,
        ),
      ),
    ),
  );
  const own = reopened.find((one) => one.phase === phase.id) ?? sent.record;
  return publishCheckpoint(drive, {
    kind: 'round',
    phase: phase.id,
    attempt: row.attempt,
    state: 'running',
    next: loop.to,
    rows: round.rows,
    work: holds ? { publish: tree } : { hold: tree, base },
    moves: movesOf(drive, round.reopened),
    onDisk: tree,
    normalised,
    record: { ...own, loop: { round: ended + 1 } },
    records: reopened.filter((one) => one.phase !== phase.id),
    subject: `${phase.id} sends the work back to ${loop.to}: round ${ended + 1}`,
    body: [...(word === undefined ? [] : [word]), saySentBack(because)].join('\n\n'),
  });
}

/** What is over with the round goes; how attempts ended, what people said and what it cost stays. */
function reopenedRecord(
  record: PhaseRecord,
  reopened: NonNullable<PhaseRecord['reopened']>,
  { begunAnew }: Round,
): PhaseRecord {
  const { question: _q, finalText: _f, before: _b, skipped: _s, edited: _e, loop, ...kept } = record;
  return {
    ...kept,
    ...(loop === undefined || begunAnew.has(record.phase) ? {} : { loop }),
    status: 'pending',
    outcome: null,
    artifacts: [],
    checks: [],
    notCaptured: [],
    normalised: [],
    reopened,
  };
}

/** What each phase promised in its folder and handed on goes into a folder of its round. */
function movesOf(
  { session, record: { workflow } }: Drive,
  reopened: readonly StatusRow[],
): ReadonlyMap<RepoPath, RepoPath> {
  const moves = new Map<RepoPath, RepoPath>();
  for (const { phase, number, round } of reopened) {
    const folder = phaseFolder(session, number, phase);
    const promised = workflow.phases.find(({ id }) => id === phase)?.artifacts ?? [];
    const inFolder = promised.filter(({ path }) => !path.startsWith('/'));
    const own = [...inFolder.map(({ path }) => `${folder}/${path}`), handoffPath(session, number, phase)];
    for (const path of own)
      moves.set(
        path as RepoPath,
        `${roundFolder(session, number, phase, round)}${path.slice(folder.length)}` as RepoPath,
      );
  }
  return moves;
}
