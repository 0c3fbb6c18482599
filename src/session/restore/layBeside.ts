import { isFinished } from '../../model/graph/planNext.ts';
import { rawFolderOf, RESCUE_TRAILERS } from '../../model/checkpoint/rescueMessage.ts';
import { hasTrailer } from '../../model/checkpoint/trailerLines.ts';
import type { CommitId, PhaseId, RefName, RepoPath, TreeId } from '../../model/names/ids.ts';
import { rescueRef } from '../../model/names/places.ts';
import { openAside } from '../../model/plan/planRestoring.ts';
import { idleOn } from '../../model/slot/standing.ts';
import { tipOf, type Drive } from '../drive.ts';
import { asSlot, openSlot } from '../drive/openSlot.ts';
import { firstOfSeveral, firstStanding } from '../drive/standing.ts';
import { heldOf, restingTree } from '../record/heldWork.ts';
import { knownRescues } from '../record/knownRescues.ts';
import { isOnLine } from '../record/onLine.ts';
import { rowOf } from '../record/rows.ts';
import { treeHere } from '../record/sessionMove.ts';
import { chooseSlots, clearSlot, isOfSlot, layHeld, layStanding } from '../run/slots/takeSlot.ts';
import { tell } from '../tell.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import type { World } from '../world.ts';

/** Work of a phase that is not done, where a restore went back to. */
interface Besides {
  readonly phase: PhaseId;
  /** As the restore that is undone had found it; null: as its checkpoint holds it. */
  readonly open: {
    readonly rescue: RefName;
    readonly commit: CommitId;
    readonly message: string;
    /** What it was done on. */
    readonly stands: CommitId;
  } | null;
}

/**
 * Work that is not in the tree that a restore went back to lies in working trees again, each phase's in one of its own, where it began:
 * laid over the tip it would take back what others have published. What cannot be laid is told where it is in a rescue; else whoever
 * goes on with its phase lays it, or fetches it first.
 *
 * @param undone seq of the restore that this one undoes; null: it undoes none
 */
export async function layBeside(drive: Drive, undone: number | null): Promise<Drive> {
  const works = await worksOf(drive, undone);
  const first = works.length === 0 ? null : await besideOthers(drive, works);
  const busy = new Set(first !== null && (await isTaken(first)) ? [1] : []);
  let lead = first === null ? null : { ...first, busy };
  for (const work of works) {
    const laid: Drive | null = lead === null ? null : await layOne(lead, work).catch(orUnfit);
    if (laid === null && work.open !== null)
      tell(drive.world, { notice: 'work-kept', rescue: work.open.rescue });
    if (laid?.checkout.slot === 1) lead = { ...laid, busy };
  }
  return lead === null ? drive : { ...lead, busy: drive.busy };
}

/** What ails one working tree is no reason to leave the others, or to call a restore failed that is published. */
function orUnfit(error: unknown): null {
  if (!isOfSlot(error)) throw error;
  return null;
}

/** The first slot as one of several; null where phases run one by one, and nothing was open in slots before the restore that is undone. */
async function besideOthers(drive: Drive, works: readonly Besides[]): Promise<Drive | null> {
  if (drive.isolation === 'in-place') return null;
  if (drive.record.slot !== undefined) return drive;
  const tip = tipOf(drive);
  const known = await firstStanding(drive.world, tip.record, tip.history, await drive.state.about());
  const hadSlots = works.some(({ open }) => open !== null);
  const standing = known ?? (hadSlots ? await firstOfSeveral(drive.world, tip) : null);
  return standing === null ? null : asSlot(drive, standing);
}

/** A person's files lie in the first one, where several work: they are no work of a phase. */
async function isTaken({ world, record, checkout, session }: Drive): Promise<boolean> {
  if (record.workflow.parallel === 1) return false;
  const { tree } = await captureWork(world, checkout.tree, session);
  return tree !== (await restingTree(world.repository, record));
}

async function worksOf(drive: Drive, undone: number | null): Promise<readonly Besides[]> {
  const { session, world } = drive;
  const { record } = tipOf(drive);
  const rescues = undone === null ? [] : await knownRescues(world.repository, session);
  const found: Besides[] = [];
  for (const { phase, status } of record.status.rows) {
    if (isFinished(status)) continue;
    const known = rescues.findLast(
      ({ message }) =>
        undone !== null && hasTrailer(message, RESCUE_TRAILERS.reason, openAside(undone, phase)),
    );
    const made = known === undefined ? null : await world.repository.commitEntry(known.commit);
    const stands = made?.parents[0];
    if (known !== undefined && made !== null && stands !== undefined) {
      const rescue = rescueRef(session, known.number);
      found.push({ phase, open: { rescue, commit: known.commit, message: known.message, stands } });
    } else if (heldOf(record, phase) !== null) found.push({ phase, open: null });
  }
  return found;
}

/** Null where it was done on what is on no way here. */
async function layOne(lead: Drive, { phase, open }: Besides): Promise<Drive | null> {
  if (open !== null && !isOnLine(tipOf(lead), open.stands)) return null;
  const [chosen] = await chooseSlots(lead, [phase]);
  if (chosen === undefined) return null;
  const at = chosen.slot === 1 ? lead : await openSlot(lead, chosen.slot, phase);
  const isThere = at.record.slot?.phase === phase;
  if (open !== null) return layAgain(isThere ? at : await clearSlot(at), phase, open);
  return isThere ? at : layHeld(await clearSlot(at), phase);
}

async function layAgain(at: Drive, phase: PhaseId, open: NonNullable<Besides['open']>): Promise<Drive> {
  const { stands } = open;
  const { round } = rowOf(tipOf(at).record.status.rows, phase);
  const rests = await restsOn(at, phase, stands);
  return layStanding(at, { ...idleOn(stands), phase, round, rests }, await lainBy(at.world, open));
}

/** The work as it lay there: bytes that git would convert are in the rescue beside it. */
async function lainBy(
  { repository }: World,
  { commit, message }: NonNullable<Besides['open']>,
): Promise<NonNullable<Parameters<typeof layStanding>[2]>> {
  const safe = await repository.refuseUnsafe(commit);
  const { tree } = await repository.commitEntry(safe);
  const folder = rawFolderOf(message);
  if (folder === null) return { to: tree, give: new Map() };
  const raw = await repository.list(tree, folder.replace(/\/$/, '') as RepoPath);
  const give = new Map(raw.map(({ path, blob }) => [path.slice(folder.length) as RepoPath, blob]));
  const to = await repository.compose(tree, new Map(raw.map(({ path }) => [path, null])));
  return { to, give };
}

/** Held work that was brought onto a later checkpoint is measured against that, as what was laid there is not known any more. */
async function restsOn(lead: Drive, phase: PhaseId, stands: CommitId): Promise<TreeId | null> {
  const { world, session } = lead;
  const held = heldOf(tipOf(lead).record, phase);
  if (held === null || held.base === stands) return null;
  const { parents } = await world.repository.commitEntry(stands);
  return parents.includes(held.commit) ? null : treeHere(world.repository, session, stands);
}
