import type { Looking } from '../api/look.ts';
import { explainDamage } from '../record/damage.ts';
import type { World } from '../world.ts';
import { listWithRefs } from './listSessions.ts';
import { resolveSession } from './resolveSession.ts';
import { sessionStatus } from './sessionStatus.ts';

/** What a word means and, where it is a session, its status: one look at the refs answers both, and which sessions there are. */
export async function findStatus(
  world: World,
  name: string | null,
): Promise<Awaited<ReturnType<Looking['findStatus']>>> {
  const looks: Awaited<ReturnType<typeof listWithRefs>>[] = [];
  const meant = await resolveSession(world, name, {}, async () => {
    const look = await listWithRefs(world, ['refs/cairn/']);
    looks.push(look);
    return look.sessions;
  });
  const { refs, sessions } = looks[0] ?? { refs: null, sessions: null };
  if (meant.phase !== null) return { ...meant, status: null, sessions };
  try {
    return { ...meant, status: await sessionStatus(world, meant.session, refs), sessions };
  } catch (error) {
    throw await explainDamage(world, meant.session, error);
  }
}
