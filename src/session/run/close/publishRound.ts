import { filesDeciding } from '../../../model/graph/condition.ts';
import { openRound, type Round } from '../../../model/graph/openRound.ts';
import { saySentBack } from '../../../model/graph/saySentBack.ts';
import type { JournalLine } from '../../../model/attempt/journal.ts';
import { tallyAttempts } from '../../../model/attempt/attemptTally.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import { replan } from '../../../model/items/expandWorkflow.ts';
import { foldedInto } from '../../../model/limits/folded.ts';
import type { CommitId, PhaseId, RepoPath, TreeId } from '../../../model/names/ids.ts';
import {
  handoffPath,
  isEngineFile,
  ledgerPath,
  newestPacketPath,
  phaseFolder,
  recordPath,
  roundFolder,
} from '../../../model/names/places.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import { tipOf, type Drive } from '../../drive.ts';
import { itemsFileWith } from '../../record/itemsFile.ts';
import { placeIn } from '../../record/valuesAt.ts';
import { withRow } from '../../record/rows.ts';
import { openJournals } from '../../record/slotStates.ts';
import { workChanges } from '../../record/workChanges.ts';
import { valueWithoutSecrets } from '../../workingTree/withoutSecrets.ts';
import { changedByPerson } from '../attempt/personsChanges.ts';
import { handOn } from './handOn.ts';
import { recordBefore } from './phaseRecordOf.ts';
import { roundOf } from './planLoop.ts';

/** A phase whose loop sends the work back. */
export interface SentBackPhase {
  readonly phase: Phase & { readonly loop: NonNullable<Phase['loop']> };
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
  /** Undefined: nobody could tell, and a person said so. */
  readonly because: NonNullable<PhaseRecord['loop']>['because'];
  /** What a person said, for the message. */
  readonly word?: string;
}

/** Opens another round, from the phase that the loop of this one goes back to. */
export async function publishRound(drive: Drive, sent: SentBackPhase): Promise<Drive> {
  const { phase, row, tree, normalised, base, holds, because, word } = sent;
  const { loop } = phase;
  const { record, world } = drive;
  const rows = withRow(record.status.rows, phase.id, { attempt: row.attempt, updated: world.clock.now() });
  const round = openRound(record.workflow, rows, phase);
  const ended = roundOf(sent.record);
  // What is stopped by this round is counted in no later checkpoint.
  await drive.spending.note();
  const lines = (await openJournals(world, tipOf(drive))).flat();
  const reopened = await Promise.all(
    round.reopened.map((one) =>
      valueWithoutSecrets(
        world.secrets,
        'phase.json',
        reopenedRecord(
          one.phase === phase.id ? sent.record : withUsed(recordBefore(record, one), lines),
          {
            by: phase.id,
            round: ended + 1,
            max: Math.max(loop.max, ended + 1),
            ...(because === undefined ? {} : { because }),
          },
          round,
        ),
      ),
    ),
  );
  const moves = movesOf(drive, round);
  const kept = record.expansions.filter(({ template }) => !round.templates.has(template));
  const isFolded = (one: { readonly phase: PhaseId }): boolean => round.folded.has(one.phase);
  const own = foldedInto(
    reopened.find((one) => one.phase === phase.id) ?? sent.record,
    reopened.filter(isFolded),
  );
  const still = reopened.filter((one) => one.phase !== phase.id && !isFolded(one));
  return publishCheckpoint(drive, {
    kind: 'round',
    phase: phase.id,
    attempt: row.attempt,
    rows: round.rows,
    workflow: replan(record.workflow, { workflow: record.workflow, expansions: kept }),
    work: holds ? { publish: tree } : { hold: tree, base },
    moves,
    files: new Map([...itemsFileWith(record, kept), ...(await handedOn(drive, sent, round, moves))]),
    onDisk: tree,
    normalised,
    record: { ...own, loop: { round: ended + 1 } },
    records: still,
    subject: `${phase.id} sends the work back to ${loop.to}: round ${ended + 1}`,
    body: [...(word === undefined ? [] : [word]), saySentBack(because)].join('\n\n'),
  });
}

/** With what its attempts have used that no checkpoint has yet: limits count that, too. */
const withUsed = (record: PhaseRecord, lines: readonly JournalLine[]): PhaseRecord => {
  const { usage, workedMs } = tallyAttempts(record, lines, record.phase, []);
  return {
    ...record,
    ...(usage === undefined ? {} : { usage }),
    ...(workedMs === undefined ? {} : { workedMs }),
  };
};

/** What is over with the round goes; how attempts ended, what people said and what it cost stays. */
function reopenedRecord(
  record: PhaseRecord,
  reopened: NonNullable<PhaseRecord['reopened']>,
  { begunAnew }: Round,
): PhaseRecord {
  const {
    question: _q,
    finalText: _f,
    before: _b,
    skipped: _s,
    said: _d,
    stops: _t,
    edited: _e,
    reviewed: _r,
    loop,
    ...kept
  } = record;
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

/** What the phase that sends the work back hands on to the next round; nothing where its gate did not hold. */
async function handedOn(
  drive: Drive,
  { phase, row, record, tree, base, holds }: SentBackPhase,
  round: Round,
  moves: ReadonlyMap<RepoPath, RepoPath>,
): Promise<ReadonlyMap<RepoPath, string>> {
  if (!holds) return new Map();
  const { world, session } = drive;
  const { ledger, packet } = await handOn(world, drive.record, {
    phase,
    row,
    record,
    tree,
    at: world.clock.now(),
    changes: await workChanges(world.repository, session, base, tree),
    rows: round.rows,
    byPerson: await changedByPerson(drive, record, []),
    moves,
  });
  const ended = roundFolder(session, row.number, phase.id, row.round);
  return new Map([
    [`${ended}/LEDGER.md` as RepoPath, ledger],
    [newestPacketPath(session), packet],
  ]);
}

/** What each phase promised in its folder, handed on, or left there to decide something goes into a folder of its round. */
function movesOf(
  { session, record: { workflow, status } }: Drive,
  { reopened, folded }: Round,
): ReadonlyMap<RepoPath, RepoPath> {
  const moves = new Map<RepoPath, RepoPath>();
  const deciding = [...filesDeciding(workflow.phases)].flatMap(
    (file) => placeIn(session, status.rows, file) ?? [],
  );
  for (const { phase, number, round } of reopened) {
    const folder = phaseFolder(session, number, phase);
    const promised = workflow.phases.find(({ id }) => id === phase)?.artifacts ?? [];
    const inFolder = promised.filter(({ path }) => !path.startsWith('/'));
    const own = [
      ...inFolder.map(({ path }) => `${folder}/${path}`),
      ...deciding.filter((path) => path.startsWith(`${folder}/`) && !isEngineFile(session, path)),
      handoffPath(session, number, phase),
      ledgerPath(session, number, phase),
      // An item of the list that is written anew has no row any more.
      ...(folded.has(phase) ? [recordPath(session, number, phase)] : []),
    ];
    for (const path of own)
      moves.set(
        path as RepoPath,
        `${roundFolder(session, number, phase, round)}${path.slice(folder.length)}` as RepoPath,
      );
  }
  return moves;
}
