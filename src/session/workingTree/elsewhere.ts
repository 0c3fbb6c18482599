import type { SessionId } from '../../model/names/ids.ts';
import type { World } from '../world.ts';
import { compareHeads, describeHead, wayBack } from './head.ts';

/** In place, HEAD on another branch or history than the session left it on: from where to where, in words. */
export interface Elsewhere {
  readonly was: string;
  readonly now: string;
  /** The command that brings it back, as typed. */
  readonly back: string;
}

/** For those who only look: whether HEAD is where nothing can be captured or approved; null where it is not. */
export async function elsewhere(
  { repository, state }: Pick<World, 'repository' | 'state'>,
  session: SessionId,
  root: string | null,
): Promise<Elsewhere | null> {
  const here = state.of(session);
  const about = await here.about();
  if (root === null || about?.isolation !== 'in-place' || about.head === null) return null;
  const found = await repository.workingTree({ root, index: here.index, always: [] }).head();
  if ((await compareHeads(repository, about.head, found)) !== 'elsewhere') return null;
  return {
    was: describeHead(about.head),
    now: describeHead(found),
    back: await wayBack(repository, about.head, found),
  };
}
