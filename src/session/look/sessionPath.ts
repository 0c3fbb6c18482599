import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { findSession } from '../record/findSession.ts';
import { readSession } from '../record/sessionRecord.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import type { World } from '../world.ts';

/** The folder that a session works in. Throws `usage/not-possible` if there is none. */
export async function sessionPath(world: World, session: SessionId): Promise<string> {
  const { ref, tip } = await findSession(world, session);
  const root = await workingRoot(world, session);
  if (root !== null) return root;
  const { status } = await readSession(world.repository, session, ref, tip);
  const isOver = status.state === 'done' || status.state === 'cancelled';
  const over = isOver ? ref.slice('refs/heads/'.length) : null;
  throw new CairnError('usage/not-possible', {
    act: 'path',
    session,
    refusal: { because: 'no-working-tree', over },
  });
}
