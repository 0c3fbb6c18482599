import { CairnError } from '../../../base/cairnError.ts';
import type { BlobId, PhaseId, RepoPath, TreeId } from '../../../model/names/ids.ts';
import { RESTORING } from '../../../model/plan/planOverwrite.ts';
import { vacated, type Standing } from '../../../model/slot/standing.ts';
import { layOn } from '../../checkpoint/catchUp.ts';
import { layWork } from '../../checkpoint/layWork.ts';
import { noteSlot } from '../../checkpoint/noteSlot.ts';
import { showTip } from '../../checkpoint/statusFile.ts';
import { leaveQueue } from '../../checkpoint/queueWork.ts';
import { passedBy, tipOf, type Drive } from '../../drive.ts';
import { asSlot, newStanding, openSlot } from '../../drive/openSlot.ts';
import { keepRestore } from '../../drive/restoreJournal.ts';
import { slotsOf } from '../../drive/standing.ts';
import { heldOf, heldWork, restingTree } from '../../record/heldWork.ts';
import { rowOf } from '../../record/rows.ts';
import { tell } from '../../tell.ts';
import { captureWork } from '../../workingTree/captureWork.ts';
import { detachAt, takeCommits } from '../../workingTree/head.ts';
import { isStillThere } from '../../workingTree/lookAgain.ts';
import { treeToWrite } from '../../workingTree/overwrite.ts';
import { planOverwriting } from '../../workingTree/planOverwriting.ts';
import { readRaw } from '../../workingTree/readRaw.ts';
import { setAside } from '../../workingTree/setAside.ts';

/** A slot in which a phase is to work. */
interface TakenSlot {
  readonly drive: Drive;
  /** Nothing of the phase lies there: it was looked at just now, and brought to the tip. */
  readonly isFresh: boolean;
}

/** Where a phase is to work. */
interface ChosenSlot {
  readonly phase: PhaseId;
  readonly slot: number;
  /** Its work is there, or nobody else works anywhere. */
  readonly isOwn: boolean;
}

/**
 * The slots in which phases that begin at once work: each where its work is, else in one that nobody needs, else in another one.
 *
 * @param lead the first slot
 */
export async function chooseSlots(lead: Drive, phases: readonly PhaseId[]): Promise<readonly ChosenSlot[]> {
  if (lead.record.slot === undefined) return phases.map((phase) => ({ phase, slot: 1, isOwn: true }));
  const slots = await slotsOf(lead.world, tipOf(lead), lead.record.slot);
  const taken = new Set(lead.busy);
  return phases.map((phase) => {
    const own = slots.find((one) => one.phase === phase);
    const free = slots.find((one) => one.phase === null && !taken.has(one.slot));
    const slot = (own ?? free)?.slot ?? 1 + Math.max(...slots.map((one) => one.slot), ...taken);
    taken.add(slot);
    return { phase, slot, isOwn: own !== undefined };
  });
}

/**
 * Makes a slot ready for a phase to work in.
 *
 * @param lead the first slot
 * @param known the slot as it was left, if it is open here
 */
export async function takeSlot(
  lead: Drive,
  { phase, slot, isOwn }: ChosenSlot,
  known?: Drive,
): Promise<TakenSlot> {
  const drive = await asItIs(lead, slot === 1 ? lead : known, slot, phase);
  const taken = isOwn ? { drive, isFresh: false } : await occupy(drive, phase);
  drive.checkout.isUntouched = false;
  return taken;
}

/** A slot as it was left, where it is still what it was: who works elsewhere may have removed it since, or what ties it to the repository. */
async function asItIs(
  lead: Drive,
  known: Drive | undefined,
  slot: number,
  phase: PhaseId | null,
): Promise<Drive> {
  const isKnown =
    known !== undefined && (known.record.slot === undefined || (await isStillThere(known.checkout)));
  return isKnown ? passedBy(known, tipOf(lead)) : openSlot(lead, slot, phase);
}

async function occupy(drive: Drive, phase: PhaseId): Promise<TakenSlot> {
  const isLaid = heldWork(drive.record)?.phase === phase;
  const isClear = isLaid || (drive.ahead === null && drive.checkout.isUntouched);
  const clear = isClear ? drive : await clearSlot(drive);
  if (!isLaid && heldOf(tipOf(drive).record, phase) !== null)
    return { drive: await layHeld(clear, phase), isFresh: false };
  const { seq: taken, rows } = tipOf(clear).record.status;
  // First: an attempt that somebody else has left open there is none on what lies there now.
  await clear.state.resetJournal([]);
  const { round } = rowOf(rows, phase);
  return { drive: await noteSlot(clear, { phase, round, taken }), isFresh: !isLaid };
}

/** Lays the work that is held of a phase where it began, in a slot that is on the tip. */
export const layHeld = async (drive: Drive, phase: PhaseId): Promise<Drive> =>
  layStanding(drive, await newStanding(drive.world, tipOf(drive), phase));

/** What is to lie in a slot, besides what one that stands so holds. */
interface Lain {
  readonly to: TreeId;
  /** Bytes that git would not give back. */
  readonly give: ReadonlyMap<RepoPath, BlobId>;
}

/** Lays work in a slot in which nobody has touched a file. */
export async function layStanding(drive: Drive, standing: Standing, lain?: Lain): Promise<Drive> {
  const { world, checkout, record } = drive;
  const { stands } = standing;
  const from = await restingTree(world.repository, record);
  const laying = { tip: stands, from, ...(lain === undefined ? {} : { to: lain.to }) };
  const laid = await asSlot(drive, { ...standing, taken: tipOf(drive).record.status.seq }, { laying });
  await keepRestore(drive.state);
  await detachAt(drive, stands);
  await layWork(laid, null, lain?.give);
  checkout.head = { commit: stands, branch: null };
  checkout.unpublished = null;
  checkout.footing = await checkout.tree.footing();
  return laid;
}

/** People look at the first slot: what nobody works in there is of the tip. */
export async function broughtToTip(drive: Drive): Promise<Drive> {
  const { slot } = drive.record;
  if (drive.ahead === null || slot === undefined) return drive;
  if (slot.phase === null) return clearSlot(await asItIs(drive, drive, drive.checkout.slot, null));
  await showTip({ ...drive, beside: [] });
  return drive;
}

/** The same for those in which nobody works: what was published lies there as nobody's change. What cannot be brought along is left. */
export async function idleToTip(lead: Drive, idle: readonly Drive[]): Promise<void> {
  const brought = idle.map(async (known) => {
    const drive = await asItIs(lead, known, known.checkout.slot, null);
    if (drive.ahead !== null) await clearSlot(drive);
  });
  for (const end of await Promise.allSettled(brought))
    if (end.status === 'rejected' && !isOfSlot(end.reason)) throw end.reason;
}

/** What ails one slot is told by who needs it next. */
export const isOfSlot = (error: unknown): boolean =>
  error instanceof CairnError && !error.code.startsWith('lease/') && !error.code.startsWith('internal/');

/** Makes a slot idle in which nobody is to go on: what a phase left there is set aside. */
export async function emptied(
  drive: Drive,
  phase: PhaseId | null,
  why?: (phase: PhaseId) => string,
): Promise<Drive> {
  const { slot, ...record } = drive.record;
  if (slot === undefined) return drive;
  const left = vacated({ ...slot, phase }, tipOf(drive).record.status.rows);
  const said = phase === null ? {} : { reason: why?.(phase), why: `Open work of ${phase}.` };
  const clear = await clearSlot({ ...drive, record: { ...record, slot: left } }, said);
  if (phase !== null) await leaveQueue(clear, phase);
  clear.checkout.before = null;
  return noteSlot(clear, { phase: null, rests: clear.record.slot?.rests ?? null });
}

/** What a rescue says; default: that nobody is at work there, and what it is for is the slot. */
interface Said {
  readonly why?: string;
  readonly reason?: string | undefined;
}

/** Brings a slot that nobody needs onto the tip; what somebody left there is set aside. */
export async function clearSlot(drive: Drive, { why, reason }: Said = {}): Promise<Drive> {
  const { world, session, record, checkout } = drive;
  const tip = tipOf(drive);
  const resting = await restingTree(world.repository, record);
  const captured = await captureWork(world, checkout.tree, session);
  const { tree } = captured;
  const also = await takeCommits(drive, await checkout.tree.head());
  if (tree !== resting || also !== null) {
    const plan = await planOverwriting(treeToWrite(drive), captured, resting, RESTORING);
    const rescue = await setAside(world, {
      session,
      parent: record.commit,
      tree,
      raw: await readRaw(world, checkout.tree.root, plan),
      why: why ?? `Left in worktree ${checkout.slot}, in which nobody is at work any more.`,
      reason: reason ?? `slot${checkout.slot}@${tip.record.status.seq}`,
      ...(also === null ? {} : { also }),
    });
    tell(world, { notice: 'work-kept', rescue });
  }
  // Whatever else HEAD is on, a branch or commits that nobody takes: who works here next adds nothing to that.
  const head = await checkout.tree.head();
  if (head.commit !== record.commit || head.branch !== null) await detachAt(drive, record.commit);
  if (drive.ahead === null && tree === tip.record.tree) return drive;
  return layOn(drive, tip, captured, tip.record.tree);
}
