import type { Meant } from '../api/look.ts';
import type { Ref } from '../ports.ts';
import { explainDamage } from '../record/damage.ts';
import type { StatusView } from '../results.ts';
import type { World } from '../world.ts';
import { listWithRefs } from './listSessions.ts';
import { resolveSession } from './resolveSession.ts';
import { sessionStatus } from './sessionStatus.ts';

/** What a word means and, where it is a session, its status: one look at the refs answers both. */
export async function findStatus(
  world: World,
  name: string | null,
): Promise<Meant & { readonly status: StatusView | null }> {
  let known: readonly Ref[] | null = null;
  const meant = await resolveSession(world, name, async () => {
    const { sessions, refs } = await listWithRefs(world, ['refs/cairn/']);
    known = refs;
    return sessions;
  });
  if (meant.phase !== null) return { ...meant, status: null };
  try {
    return { ...meant, status: await sessionStatus(world, meant.session, known) };
  } catch (error) {
    throw await explainDamage(world, meant.session, error);
  }
}
