import { CAIRN_FOLDER } from '../../model/names/places.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { landedHere } from './landedHere.ts';
import type { LandedFacts, StatusView } from '../results.ts';
import type { World } from '../world.ts';

/** What a session that is done has left to land, if anything. */
export async function whatToLand(
  world: Pick<World, 'repository' | 'state'>,
  record: SessionRecord,
  history: readonly Checkpoint[],
): Promise<Pick<StatusView, 'changedNothing'> & LandedFacts> {
  const { session, status, ref } = record;
  const [nothing, landed] = await Promise.all([
    changedNothing(world, record, history),
    landedHere(world, session, { ...status, remote: ref.startsWith('refs/remotes/') }),
  ]);
  return { ...nothing, ...landed };
}

/** Whether a session that is done has anything to land: it is measured as a landing does. Where its beginning is not here nobody knows. */
async function changedNothing(
  { repository }: Pick<World, 'repository'>,
  { commit, status }: SessionRecord,
  history: readonly Checkpoint[],
): Promise<Pick<StatusView, 'changedNothing'>> {
  const opened = history.at(-1);
  if (status.state !== 'done' || opened?.trailers.kind !== 'opened') return {};
  const changes = await repository.changes(opened.commit, commit);
  return changes.every(({ path }) => path === CAIRN_FOLDER || path.startsWith(`${CAIRN_FOLDER}/`))
    ? { changedNothing: true }
    : {};
}
