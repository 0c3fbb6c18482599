import { CairnError } from '../../base/cairnError.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { treeName } from '../../model/names/treeName.ts';
import type { Standing } from '../../model/slot/standing.ts';
import { tipOf, type Drive, type Tip } from '../drive.ts';
import type { SessionAbout } from '../ports.ts';
import { heldOf, inSlot, refuseWithoutWork } from '../record/heldWork.ts';
import { isOnLine } from '../record/onLine.ts';
import type { World } from '../world.ts';
import { openTree } from './openTree.ts';
import { seenFrom, standingFor, standingIn } from './standing.ts';

/**
 * Opens a slot besides the first, under the lease of the session; its worktree is made if there is none.
 *
 * @param phase whose work a slot that is new here is for; null: none
 */
export async function openSlot(lead: Drive, slot: number, phase: PhaseId | null): Promise<Drive> {
  const { world, session } = lead;
  const name = treeName(session, slot);
  const noted = (await world.state.of(name).about())?.standing ?? null;
  const tip = tipOf(lead);
  const known = noted === null ? await newStanding(world, tip, phase) : standingIn(tip, noted);
  const drive = await openTree({ ...lead, tip }, name, 'worktree', known);
  const { throwIfStopRequested, spending, beside, busy } = lead;
  return { ...drive, throwIfStopRequested, spending, beside, busy };
}

/**
 * Work that is held is laid where it began.
 *
 * @throws `repo/held-missing` in a clone that lacks it, or the checkpoint that it began on
 */
export async function newStanding(
  { repository }: Pick<World, 'repository'>,
  { record, history }: Tip,
  phase: PhaseId | null,
): Promise<Standing> {
  const standing = standingFor(record, phase);
  const held = heldOf(record, phase);
  if (held === null) return standing;
  await refuseWithoutWork(repository, inSlot(record, phase));
  const { session } = record;
  if (!isOnLine({ record, history }, held.base))
    throw new CairnError('repo/held-missing', { session, phase: held.phase, commit: held.base });
  return standing;
}

/**
 * The working tree as a slot that stands so from now on.
 *
 * @param besides what its files have still to be brought to, noted together with that
 */
export async function asSlot(
  drive: Drive,
  standing: Standing,
  besides: Pick<SessionAbout, 'laying'> = {},
): Promise<Drive> {
  await drive.state.note({ standing, ...besides });
  return { ...drive, ...(await seenFrom(drive.world, tipOf(drive), standing)) };
}
