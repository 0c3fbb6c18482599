import { branchNamed } from '../../model/names/places.ts';
import { CairnError } from '../../base/cairnError.ts';
import { isFinished } from '../../model/graph/planNext.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { findSession } from '../record/findSession.ts';
import { readHistory } from '../record/history.ts';
import { rowNamed } from '../record/phaseNamed.ts';
import { readSession, readTip } from '../record/sessionRecord.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { placesOf } from './placeOf.ts';
import type { World } from '../world.ts';

/** The folder in which the work of a phase lies. Throws `usage/unknown-phase`, and `usage/not-possible` if it lies in none here. */
async function phasePath(world: World, session: SessionId, named: string): Promise<string> {
  const record = await readTip(world, session);
  const { phase, status } = rowNamed(record, named);
  const { isSlot, root } = await (
    await placesOf(world, record, await readHistory(world.repository, record))
  )(phase);
  if (!isSlot) return wholePath(world, session);
  // What is finished is the session's, and another phase may be in its worktree by now.
  if (root !== null && !isFinished(status)) return root;
  throw new CairnError('usage/not-possible', {
    act: 'path',
    session,
    refusal: { because: 'no-worktree', phase, status },
  });
}

/** The folder that a session works in. Throws `usage/not-possible` if there is none. */
async function wholePath(world: World, session: SessionId): Promise<string> {
  const { ref, tip } = await findSession(world, session);
  const root = await workingRoot(world, session);
  if (root !== null) return root;
  const { status } = await readSession(world.repository, session, ref, tip);
  const isOver = status.state === 'done' || status.state === 'cancelled';
  const over = isOver ? branchNamed(ref) : null;
  throw new CairnError('usage/not-possible', {
    act: 'path',
    session,
    refusal: { because: 'no-working-tree', over },
  });
}

/** The folder that a session works in, or in which the work of one of its phases lies. */
export const sessionPath = (world: World, session: SessionId, phase: string | null): Promise<string> =>
  phase === null ? wholePath(world, session) : phasePath(world, session, phase);
