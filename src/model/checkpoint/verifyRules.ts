import { COMMITTED_STATUSES, HAS_RECORD } from '../status/statusWords.ts';
import type { Status } from '../status/status.ts';
import { trailerProblems } from './trailerProblems.ts';
import type { Checkpoint } from './checkpoint.ts';
import { parseTrailers } from './checkpointMessage.ts';
import { roundsProblem } from '../graph/roundsProblem.ts';
import { isFinished } from '../graph/planNext.ts';
import type { BlobId, PhaseId } from '../names/ids.ts';
import { heldProblems, type VerifiedWork } from './heldProblems.ts';
import { ledgerProblems, type VerifiedLedgers } from './ledgerProblems.ts';
import { closingProblems } from './closingProblems.ts';
import { kindProblems } from './kindProblems.ts';
import { checkedOf } from '../status/checked.ts';
import type { PhaseRecord } from './phaseRecord.ts';
import { rowProblems, unclosed } from './rowProblems.ts';

/** A checkpoint and its records; null if missing or unreadable (`problem` says why). */
export interface VerifiedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** As it was written: its trailers are those of this version. */
  readonly schema: number;
  readonly status: Status | null;
  readonly problem: string | null;
  readonly requestBlob: BlobId | null;
  readonly inputsBlob: BlobId | null;
  readonly planOfWorkflow: string | null;
  /** Phases work side by side, or others are held up beside the one that it is about. */
  readonly beside: boolean;
  /** Its workflow asks for an approval of the phase that it is about. */
  readonly asksApproval: boolean;
  /** What is wrong with items.json beside workflow.yaml and STATUS.md. */
  readonly itemsProblem: string | null;
  readonly effects: number | null;
  /** Records of the phases that have a row. */
  readonly records: ReadonlyMap<PhaseId, PhaseRecord>;
  /** Problems of records that could not be read. */
  readonly recordProblems: ReadonlyMap<PhaseId, string>;
  /** Blobs in the tree of the artifacts that this checkpoint's own phase record names. */
  readonly artifacts: ReadonlyMap<string, { readonly blob: BlobId; readonly mode: string } | null>;
  readonly work: VerifiedWork;
  /** The packet of the phase that this checkpoint closed; `isNewest`: the session's own is the same, where it must be. */
  readonly packet: {
    readonly tokens: number;
    readonly counted: number;
    readonly budget: number;
    readonly isNewest: boolean;
  } | null;
  /** Of the phase that this checkpoint closed; at the tip, of every closed phase. */
  readonly ledgers: VerifiedLedgers;
}

export interface Violation {
  readonly rule: string;
  readonly where: string;
  readonly what: string;
}

/** The rules of the format that a machine can check, numbered as in `FORMAT.md`. */
export const RULES: Readonly<Record<string, string>> = {
  R1: 'The tip of the session branch is a checkpoint of this session.',
  R2: 'seq is 1 for the first checkpoint and grows by one with every further one; two that were squashed together leave a gap.',
  R3: 'STATUS.md of every checkpoint can be read.',
  R4: 'STATUS.md and the trailers of a checkpoint say the same.',
  R5: 'A committed row is pending, waiting, done, skipped, blocked or cancelled, and the session state fits the rows.',
  R6: 'Every phase that waits, is blocked, skipped or done has a phase.json that agrees with its row, and what stands behind a done.',
  R7: 'The artifacts that a closing checkpoint records are in its tree, as regular files with the recorded blob.',
  R8: 'A closing checkpoint carries a packet whose token count is right and within its budget; PACKET.md of the session is the same.',
  R9: 'REQUEST.md is the same blob in every checkpoint, and so is inputs.json where the session began with one.',
  R10: 'The plan hash is that of the workflow.yaml beside it.',
  R11: 'effects.json can be read and holds as many effects as the trailer says.',
  R12: 'Every ref below refs/cairn/<session>/ points at a commit.',
  R13: 'The worktree of the session stands on the tip, or where phases work side by side on the checkpoint noted for it, unless an attempt is open.',
  R14: 'STATUS.md in the working tree is a rendering of the tip.',
  R15: 'The first parent of a fork is the checkpoint that it names.',
  R16: 'Every object of the checkpoints and of what was set aside can be read.',
  R17: 'The trailers of a checkpoint are those of its kind: phase and attempt, state, place in the chain.',
  R18: 'No tree of a checkpoint, of work that is held or of what was set aside holds an entry that git would refuse to write.',
  R19: 'A phase is closed by an attempt that ended as completed, or by the word of a person; where its workflow asks for an approval, with one.',
  R20: 'A phase that is not done or is skipped, a word of a person and a cancellation change no files but those of the engine; work that is held changes none.',
  R21: 'Held work is the second parent of the checkpoint that holds it, on the checkpoint that its phase.json names, and comes with the branch until its phase is done or skipped.',
  R22: 'Every closed phase has a LEDGER.md that can be read and agrees with its phase.json.',
  R23: 'items.json can be read and fits workflow.yaml, every phase that is to run has a row, and no round is beyond a million.',
  R24: 'A phase is done or skipped only from the checkpoint on that closes or skips it, one of kind phase closes its phase, and it is opened again only by a round, an edit, a plan or a restore.',
  R25: 'Of the files of the engine a checkpoint changes those that its kind writes: no packet, ledger, list or workflow of another.',
};

/** Checks R2 to R11, R17 and R19 to R25 over the checkpoints of a session, newest first. */
export function verifyCheckpoints(
  newestFirst: readonly VerifiedCheckpoint[],
  complete: boolean,
): readonly Violation[] {
  const violations: Violation[] = [];
  for (const [index, at] of newestFirst.entries()) {
    const where = `checkpoint ${at.checkpoint.trailers.seq} (${at.checkpoint.commit.slice(0, 10)})`;
    const say = (rule: string, what: string): void => void violations.push({ rule, where, what });
    verifySeq(at, newestFirst[index + 1], complete, say);
    for (const problem of kindProblems(at.checkpoint.trailers, at.beside)) say('R17', problem);
    if (at.status === null) say('R3', at.problem ?? 'STATUS.md is missing');
    else verifyStatus(at, at.status, say);
    verifyContents(at, newestFirst.at(-1), say);
    for (const { rule, what } of heldProblems(at.checkpoint.trailers, at.work, at.records)) say(rule, what);
    for (const problem of ledgerProblems(at.ledgers, at.records)) say('R22', problem);
    for (const path of at.work.rewritten) say('R25', `${at.checkpoint.trailers.kind} changed ${path}`);
    verifyFit(at, say);
    const older = newestFirst[index + 1];
    for (const problem of [...unclosed(at), ...rowProblems(at, older)]) say('R24', problem);
    for (const problem of closingProblems(at, older === undefined)) say('R19', problem);
  }
  return violations;
}

/** Checks R15 of a session's first checkpoint. `onto`: message of its first parent; null if the clone lacks it. */
export function verifyFork({ trailers, commit }: Checkpoint, onto: string | null): readonly Violation[] {
  if (trailers.kind !== 'fork' || onto === null) return [];
  const found = parseTrailers(onto);
  const stands = found === null ? 'no checkpoint' : `${found.session}@${found.seq}`;
  if (stands === trailers.forkedFrom) return [];
  const where = `checkpoint ${trailers.seq} (${commit.slice(0, 10)})`;
  return [
    { rule: 'R15', where, what: `it names ${trailers.forkedFrom ?? 'nothing'} and stands on ${stands}` },
  ];
}

type Say = (rule: string, what: string) => void;

function verifyFit({ itemsProblem, status, records }: VerifiedCheckpoint, say: Say): void {
  if (itemsProblem !== null) say('R23', itemsProblem);
  const rounds = roundsProblem(status?.rows ?? [], records);
  if (rounds !== null) say('R23', `${rounds.in === 'table' ? 'STATUS.md' : 'phase.json'} ${rounds.why}`);
}

function verifySeq(
  at: VerifiedCheckpoint,
  older: VerifiedCheckpoint | undefined,
  complete: boolean,
  say: Say,
): void {
  const { seq } = at.checkpoint.trailers;
  if (older === undefined) {
    if (complete && seq !== 1) say('R2', `the first checkpoint has seq ${seq}`);
  } else if (older.checkpoint.trailers.seq !== seq - 1)
    say('R2', `seq ${seq} follows seq ${older.checkpoint.trailers.seq}`);
}

function verifyStatus(at: VerifiedCheckpoint, status: Status, say: Say): void {
  const { trailers } = at.checkpoint;
  for (const problem of trailerProblems(trailers, status, at.schema)) say('R4', problem);
  for (const row of status.rows)
    if (!(COMMITTED_STATUSES as readonly string[]).includes(row.status))
      say('R5', `${row.phase} is ${row.status}`);
  if (
    status.state === 'cancelled' &&
    status.rows.some(({ status: is }) => is !== 'cancelled' && !isFinished(is))
  )
    say('R5', 'the session is cancelled and a row is open');
  const held = status.rows.filter((row) => row.status === 'waiting' || row.status === 'blocked');
  if (status.state === 'done' && status.rows.some((row) => !isFinished(row.status)))
    say('R5', 'the session is done and a row is not');
  if (
    (status.state === 'waiting' || status.state === 'blocked') &&
    !held.some((row) => row.status === status.state)
  )
    say('R5', `the session is ${status.state} and no row is`);
  for (const row of status.rows) verifyRecord(at, row, say);
}

function verifyRecord(at: VerifiedCheckpoint, row: Status['rows'][number], say: Say): void {
  if (!HAS_RECORD.includes(row.status)) return;
  const record = at.records.get(row.phase);
  if (at.recordProblems.has(row.phase)) return;
  if (record === undefined) say('R6', `${row.phase} is ${row.status} and has no phase.json`);
  else if (record.status !== row.status)
    say('R6', `${row.phase} is ${row.status} in STATUS.md and ${record.status} in phase.json`);
  else if (at.schema >= CHECKED_SINCE && row.status === 'done' && row.checked !== checkedOf(record))
    say(
      'R6',
      `${row.phase} is ${row.checked ?? 'empty'} under Checked, and by phase.json ${checkedOf(record)}`,
    );
}

/** Since this schema a row says what stands behind a *done*. */
const CHECKED_SINCE = 3;

function verifyContents(at: VerifiedCheckpoint, first: VerifiedCheckpoint | undefined, say: Say): void {
  for (const problem of at.recordProblems.values()) say('R6', problem);
  const { kind, plan, effects } = at.checkpoint.trailers;
  const closes = kind === 'phase' || kind === 'approval';
  if (closes && !isWordAlone(at)) verifyClosing(at, say);
  verifyFixed(at, first, say);
  if (at.planOfWorkflow !== plan)
    say('R10', `the trailer says ${plan}, workflow.yaml has ${at.planOfWorkflow ?? 'no readable plan'}`);
  if (at.effects !== effects)
    say('R11', `the trailer says ${effects} effects, effects.json has ${at.effects ?? 'no readable record'}`);
}

/** What a session is given once. */
function verifyFixed(at: VerifiedCheckpoint, first: VerifiedCheckpoint | undefined, say: Say): void {
  if (at.requestBlob === null || at.requestBlob !== first?.requestBlob)
    say('R9', 'REQUEST.md is missing or another one');
  if (at.inputsBlob !== (first?.inputsBlob ?? null)) say('R9', 'inputs.json is missing or another one');
}

/** A word about work that others have passed: it is merged and judged again before its phase is closed. */
function isWordAlone({ checkpoint: { trailers }, records }: VerifiedCheckpoint): boolean {
  const { kind, phase } = trailers;
  return kind === 'approval' && phase !== null && records.get(phase)?.status === 'pending';
}

function verifyClosing(at: VerifiedCheckpoint, say: Say): void {
  const { phase } = at.checkpoint.trailers;
  const record = phase === null ? undefined : at.records.get(phase);
  for (const artifact of record?.artifacts ?? []) {
    const entry = at.artifacts.get(artifact.path) ?? null;
    if (entry === null) say('R7', `${artifact.path} is not in the tree`);
    else if (entry.blob !== artifact.blob || !REGULAR.has(entry.mode))
      say('R7', `${artifact.path} is not the recorded blob`);
  }
  verifyPacket(at, say);
}

function verifyPacket({ packet, checkpoint }: VerifiedCheckpoint, say: Say): void {
  if (packet === null) return say('R8', `${checkpoint.trailers.phase ?? 'the phase'} has no packet`);
  const { counted, budget, tokens, isNewest } = packet;
  if (!isNewest) say('R8', 'PACKET.md of the session is another one than that of the phase');
  if (counted > budget) say('R8', `the packet has ${counted} tokens, its budget is ${budget}`);
  else if (counted !== tokens) say('R8', `the packet says ${tokens} tokens and has ${counted}`);
}

const REGULAR: ReadonlySet<string> = new Set(['100644', '100755']);
