import { closingCheckpoint } from '../../model/phaseBase.ts';
import { glanceStatus } from '../../model/glanceStatus.ts';
import type { CommitId, PhaseId, SessionId } from '../../model/ids.ts';
import { statusPath } from '../../model/places.ts';
import { readHistory } from '../record/history.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import type { World } from '../world.ts';

/**
 * True while the phase that comes next may have been at work on another machine: the checkpoint that it stood next on came
 * from there, and what happened after it is in no record here (format, section 8).
 */
export async function wasElsewhere(
  world: Pick<World, 'repository' | 'state'>,
  record: SessionRecord,
): Promise<boolean> {
  const { session, status } = record;
  const found = await foundAt(world, record);
  if (found === null || status.next === null) return false;
  if (!(await wasNext(world, session, found, status.next))) return false;
  const since = await readHistory(world.repository, record);
  const here = since.slice(
    0,
    Math.max(
      0,
      since.findIndex(({ commit }) => commit === found),
    ),
  );
  return closingCheckpoint(here, status.next) === null;
}

/** The newest checkpoint that was not made here; null: all were. */
async function foundAt(
  { state }: Pick<World, 'state'>,
  { session, commit }: SessionRecord,
): Promise<CommitId | null> {
  const here = state.of(session);
  if (!(await here.published()).has(commit)) return commit;
  return (await here.about())?.found ?? null;
}

/** What waits has told all that it did; what runs, or was blocked and may be tried again, has not. */
async function wasNext(
  { repository }: Pick<World, 'repository'>,
  session: SessionId,
  found: CommitId,
  phase: PhaseId,
): Promise<boolean> {
  const bytes = await repository.read(found, statusPath(session));
  const then = bytes === null ? null : glanceStatus(decode(bytes));
  return then === null || (then.next === phase && (then.state === 'running' || then.state === 'blocked'));
}
