import { join } from 'node:path';
import { editsBefore } from '../../../model/checkpoint/editsSince.ts';
import { joinChanges, type FileChange } from '../../../model/checkpoint/joinChanges.ts';
import { askedNow } from '../../../model/gate/askedNow.ts';
import { effectState } from '../../../model/effects/effectState.ts';
import type { CommitId } from '../../../model/names/ids.ts';
import {
  artifactPath,
  phaseFolder,
  requestPath,
  roundFolder,
  sessionFolder,
} from '../../../model/names/places.ts';
import type { OpenAttempt } from '../../../model/attempt/openAttempt.ts';
import { saySentBack } from '../../../model/graph/saySentBack.ts';
import { parsePacket } from '../../../model/packet/parsePacket.ts';
import type { PromptInput } from '../../../model/prompt/promptInput.ts';
import type { SteerNote } from '../../../model/agent/steerNote.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { AtTip, Drive } from '../../drive.ts';
import { workOf } from '../../workingTree/workOf.ts';
import { readEffects } from '../../effects/readEffects.ts';
import { earlierArtifacts } from './earlierArtifacts.ts';
import { takeNotes } from './takeNotes.ts';
import { editsIn } from './personsChanges.ts';
import { mayStay } from '../../record/mayStay.ts';
import { newestPacket } from '../../record/newestPacket.ts';
import { askedOf } from '../../record/askedOf.ts';
import { ordinalOf } from '../../record/rows.ts';
import { baselineOf } from '../../record/baselineOf.ts';
import { unwrapRecord } from '../../record/recordErrors.ts';
import { notCapturedIn } from '../../record/sessionRecord.ts';
import { phaseStart } from '../../record/sessionMove.ts';
import { heldWork, restingTree } from '../../record/heldWork.ts';

/** What only this run knows and the prompt must say. */
export interface Circumstances {
  readonly leftovers: PromptInput['meanwhile']['leftovers'];
  /** The attempt that this one replaces, if its leftovers are still there. */
  readonly cutOff: OpenAttempt | null;
  readonly lastAttempt: PromptInput['lastAttempt'];
  /** The working tree was captured a moment ago, for the checkpoint that this attempt starts on. */
  readonly follows: boolean;
}

/** Gathers the parts of an attempt's prompt: from the tip it starts on and nothing older. */
export async function promptInput(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  circumstances: Circumstances,
): Promise<{ readonly input: PromptInput; readonly edited: readonly FileChange[] } & PacketSize> {
  const packet = await newestPacket(drive.world.repository, drive.record);
  const size = sizeOf(packet, drive.record.commit);
  const edited = await editedHere(drive, phase, circumstances);
  return { input: await inputWith(drive, phase, row, { ...circumstances, edited }, packet), ...size, edited };
}

async function inputWith(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  circumstances: Circumstances & { readonly edited: readonly FileChange[] },
  packet: Awaited<ReturnType<typeof newestPacket>>,
): Promise<PromptInput> {
  const { repository } = drive.world;
  const { record, session, root } = drive;
  const base = (await phaseStart(repository, session, drive.history, row)) ?? record.commit;
  const stays = await mayStay(repository, record, row);
  const at = (path: string): string => join(root, path);
  return {
    session,
    phase: {
      id: phase.id,
      title: phase.title,
      prompt: phase.prompt,
      ...ordinalOf(record.status.rows, phase.id),
    },
    attempt: row.attempt,
    ...(drive.beside.length === 0 ? {} : { beside: drive.beside }),
    round: await roundWords(drive, row),
    request: record.request,
    packet: packet.text ?? '',
    earlier: await earlierArtifacts(drive),
    places: {
      root,
      phaseDir: at(phaseFolder(session, row.number, phase.id)),
      sessionDir: at(sessionFolder(session)),
      packetFile: at(packet.path),
      requestFile: at(requestPath(session)),
    },
    artifacts: await Promise.all(
      phase.artifacts.map(async (rule) => {
        const path = artifactPath(session, row.number, phase.id, rule.path);
        const existed = !stays(rule) && (await repository.entry(base, path)) !== null;
        return { path: at(path), rule, existed };
      }),
    ),
    checks: askedNow(phase, record.workflow.phases, record.records),
    ...(phase.checks.length === 0 ? {} : { baseline: await baselineOf(drive) }),
    approval: phase.approval,
    meanwhile: {
      edits: await personsEdits(drive, circumstances.edited),
      leftovers: circumstances.leftovers,
      differs: holdsWork(drive, phase) ? [] : (await differing(drive, circumstances)).map(({ path }) => path),
    },
    lastAttempt: circumstances.lastAttempt,
    effects: await effectsOf(drive, phase),
    words: wordsFor(drive, phase, await takeNotes(drive, row)),
  };
}

/** Why this is not the first round; null if it is. */
async function roundWords(drive: Drive, row: StatusRow): Promise<PromptInput['round']> {
  const { record, session, root, world } = drive;
  const { reopened, held } = record.records.get(row.phase) ?? {};
  if (reopened === undefined || row.round === 1) return null;
  const { by, round, max, because } = reopened;
  // A gate that did not hold has published nothing, and a phase that was stopped or skipped has left nothing.
  const left = async (of: StatusRow): Promise<string | null> => {
    const folder = roundFolder(session, of.number, of.phase, of.round - 1);
    return (await world.repository.list(record.tree, folder)).length === 0 ? null : join(root, folder);
  };
  const sender = record.status.rows.find(({ phase }) => phase === by);
  return {
    number: round,
    max,
    by,
    why: saySentBack(because),
    left: {
      own: await left(row),
      theirs: sender === undefined || sender.phase === row.phase ? null : await left(sender),
    },
    held: held === undefined || (held.round ?? 1) === row.round ? null : held.commit,
  };
}

/** Taken from the packet itself: a replaced one may not say it. */
interface PacketSize {
  readonly packetTokens?: number;
}

/** Takes its words as found, unless its format is unknown to this version. */
function sizeOf(
  { path, text }: { readonly path: string; readonly text: string | null },
  commit: CommitId,
): PacketSize {
  const read = text === null ? null : parsePacket(path, text);
  if (read === null || (!read.ok && read.error.kind === 'invalid')) return {};
  return { packetTokens: unwrapRecord(read, path, commit).tokens };
}

/**
 * What a person changed: between phases, of the work that was approved last, where nothing else came after that, and of the work that
 * this attempt begins on.
 */
async function personsEdits(drive: Drive, ofHeld: readonly FileChange[]): Promise<readonly FileChange[]> {
  const { history, record } = drive;
  const last = history.find(({ trailers }) => trailers.kind !== 'edit')?.trailers;
  const approved =
    last?.kind === 'approval' && last.phase !== null ? record.records.get(last.phase) : undefined;
  return joinChanges([approved?.edited ?? [], ...(await editsIn(drive, editsBefore(history))), ofHeld]);
}

/** Work of the phase that is held is what this attempt begins on: what differs from it is a person's. */
const holdsWork = ({ record }: Pick<Drive, 'record'>, { id }: Phase): boolean =>
  heldWork(record)?.phase === id;

async function editedHere(
  drive: Drive,
  phase: Phase,
  circumstances: Circumstances,
): Promise<readonly FileChange[]> {
  return holdsWork(drive, phase) ? differing(drive, circumstances) : [];
}

/**
 * Files that differ from the tip, except for what the previous attempt left: this one knows that.
 *
 * An attempt that follows a checkpoint at once is not told of what somebody saved in between, as of what is saved a moment later,
 * while it works: looking for it would take as long as capturing. Either way its own checkpoint takes it.
 */
async function differing(
  { world, session, record, checkout: { tree, unpublished } }: Drive,
  circumstances: Circumstances,
): Promise<readonly FileChange[]> {
  if (circumstances.follows || circumstances.leftovers?.kind === 'kept') return [];
  const known = new Set([...notCapturedIn(record), ...(unpublished?.besides ?? [])]);
  if (unpublished !== null) await tree.load(unpublished.tree);
  const since = await workOf(tree, session);
  if (unpublished !== null) await tree.load(await restingTree(world.repository, record));
  return since.filter(({ path }) => !known.has(path)).map(({ path, change }) => ({ path, change }));
}

async function effectsOf({ world, record }: AtTip, { id }: Phase): Promise<PromptInput['effects']> {
  const { effects } = await readEffects(world.repository, record);
  return effects
    .filter(({ phase }) => phase === id)
    .map((entry) => ({ key: entry.key, command: entry.command, state: effectState(entry) }));
}

function wordsFor(drive: AtTip, phase: Phase, notes: readonly SteerNote[]): PromptInput['words'] {
  const record = drive.record.records.get(phase.id);
  const words: PromptInput['words'][number][] = [];
  const approvals = record?.approvals ?? [];
  const last = approvals.findLast(({ decision }) => decision === 'answered');
  for (const word of approvals) {
    if (word.decision === 'approved') continue;
    // The record holds the last question. The brief for work by hand is not one: it is written anew.
    const question = word === last && askedOf(record) !== 'work' ? record?.question : undefined;
    words.push({
      kind: word.decision,
      by: word.by,
      text: word.comment,
      ...(question === undefined ? {} : { question }),
    });
  }
  for (const { by, text } of notes) words.push({ kind: 'note', by, text });
  return words;
}
