import { CairnError } from '../../base/cairnError.ts';
import { isFinished } from '../../model/graph/planNext.ts';
import { RESCUE_TRAILERS } from '../../model/checkpoint/rescueMessage.ts';
import { hasTrailer } from '../../model/checkpoint/trailerLines.ts';
import type { CommitId, PhaseId, RefName, TreeId } from '../../model/names/ids.ts';
import { rescueRef } from '../../model/names/places.ts';
import { openAside } from '../../model/plan/planRestoring.ts';
import { tipOf, type Drive } from '../drive.ts';
import { asSlot } from '../drive/noteStanding.ts';
import { openSlot } from '../drive/openSlot.ts';
import { firstStanding } from '../drive/standing.ts';
import { heldOf } from '../record/heldWork.ts';
import { knownRescues } from '../record/knownRescues.ts';
import { isOnLine } from '../record/onLine.ts';
import { rowOf } from '../record/rows.ts';
import { treeHere } from '../record/sessionMove.ts';
import { chooseSlots, clearSlot, layIn } from '../run/slots/takeSlot.ts';
import { tell } from '../tell.ts';

/** What a rescue holds of a phase that is not done. */
interface OpenWork {
  readonly phase: PhaseId;
  readonly rescue: RefName;
  readonly tree: TreeId;
  /** What it was done on. */
  readonly stands: CommitId;
}

/**
 * Where a restore is undone, open work of phases that it had set aside lies in working trees again, each in one of its own. What cannot
 * be laid stays in its rescue, which is told.
 *
 * @param seq of the restore
 */
export async function layOpen(drive: Drive, seq: number): Promise<Drive> {
  let lead: Drive | null = null;
  for (const work of await openWork(drive, seq)) {
    lead ??= await besideOthers(drive);
    const laid: Drive | null = lead === null ? null : await layOne(lead, work).catch(orUnfit);
    if (laid === null) tell(drive.world, { notice: 'work-kept', rescue: work.rescue });
    else if (laid.checkout.slot === 1) lead = laid;
  }
  return lead ?? drive;
}

/** What ails one working tree is no reason to leave the others, or to call an undo failed that is published. */
function orUnfit(error: unknown): null {
  const isOfOne =
    error instanceof CairnError && !error.code.startsWith('lease/') && !error.code.startsWith('internal/');
  if (!isOfOne) throw error;
  return null;
}

/** The first slot as one of several; null where phases run one by one. */
async function besideOthers(drive: Drive): Promise<Drive | null> {
  if (drive.isolation === 'in-place') return null;
  if (drive.record.slot !== undefined) return drive;
  const { record, history } = tipOf(drive);
  const standing = await firstStanding(drive.world, record, history, await drive.state.about());
  return standing === null ? null : asSlot(drive, standing);
}

/** By the newest rescue of each phase. */
async function openWork(drive: Drive, seq: number): Promise<readonly OpenWork[]> {
  const { session, world } = drive;
  const rescues = await knownRescues(world.repository, session);
  const found: OpenWork[] = [];
  for (const { phase, status } of tipOf(drive).record.status.rows) {
    const known = rescues.findLast(({ message }) =>
      hasTrailer(message, RESCUE_TRAILERS.reason, openAside(seq, phase)),
    );
    if (known === undefined || isFinished(status)) continue;
    const { tree, parents } = await world.repository.commitEntry(known.commit);
    const [stands] = parents;
    if (stands !== undefined) found.push({ phase, rescue: rescueRef(session, known.number), tree, stands });
  }
  return found;
}

/** Null where it was done on what is on no way here. */
async function layOne(lead: Drive, { phase, stands, tree }: OpenWork): Promise<Drive | null> {
  const { repository } = lead.world;
  const tip = tipOf(lead);
  if (!isOnLine(tip, stands)) return null;
  const to = await repository.refuseUnsafe(tree);
  const [chosen] = await chooseSlots(lead, [phase]);
  if (chosen === undefined) return null;
  const at = chosen.slot === 1 ? lead : await openSlot(lead, chosen.slot, phase);
  const { round } = rowOf(tip.record.status.rows, phase);
  const standing = { phase, round, stands, rests: await restsOn(lead, phase, stands) };
  return layIn(chosen.isOwn ? at : await clearSlot(at), standing, to);
}

/** Held work that was brought onto a later checkpoint is measured against that, as what was laid there is not known any more. */
async function restsOn(lead: Drive, phase: PhaseId, stands: CommitId): Promise<TreeId | null> {
  const { world, session } = lead;
  const held = heldOf(tipOf(lead).record, phase);
  if (held === null || held.base === stands) return null;
  const { parents } = await world.repository.commitEntry(stands);
  return parents.includes(held.commit) ? null : treeHere(world.repository, session, stands);
}
