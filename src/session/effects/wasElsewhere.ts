import { CairnError } from '../../base/cairnError.ts';
import type { EffectFacts } from '../../model/effects/planEffect.ts';
import type { CommitId, PhaseId } from '../../model/names/ids.ts';
import { closingCheckpoint } from '../../model/checkpoint/phaseBase.ts';
import { readHistory } from '../record/history.ts';
import { withWords } from '../record/withWords.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';
import type { Objects } from '../ports.ts';
import type { World } from '../world.ts';

/**
 * Whether a phase that comes next may have been at work on another machine, so that no record here has what it did. The newest
 * checkpoint that was not made here says how far it was.
 */
export async function wasElsewhere(
  world: Pick<World, 'repository' | 'state'>,
  record: SessionRecord,
): Promise<EffectFacts['elsewhere']> {
  const { status } = record;
  const found = await foundAt(world, record);
  if (found === null || status.next === null) return 'no';
  const history = await readHistory(world.repository, record);
  const at = history.findIndex(({ commit }) => commit === found);
  const here = await withWords(world.repository, history.slice(0, Math.max(0, at)));
  const open = status.next.filter((phase) => closingCheckpoint(here, phase) === null);
  return open.length === 0 ? 'no' : thenAt(world.repository, record, found, open);
}

/** The newest checkpoint that was not made here; null if all were. */
async function foundAt(
  { state }: Pick<World, 'state'>,
  { session, commit }: SessionRecord,
): Promise<CommitId | null> {
  const here = state.of(session);
  if (!(await here.published()).has(commit)) return commit;
  return (await here.about())?.found ?? null;
}

/**
 * A checkpoint takes the effect record along, so that an attempt that it ended has told all that it did. One that stayed open
 * has not: a changed plan is taken over while it is, and its number is in the row and in no record.
 */
async function thenAt(
  repository: Objects,
  { session, ref }: SessionRecord,
  found: CommitId,
  phases: readonly PhaseId[],
): Promise<EffectFacts['elsewhere']> {
  const then = await readSession(repository, session, ref, found).catch((error: unknown) => {
    // An unreadable checkpoint tells nothing.
    if (error instanceof CairnError) return null;
    throw error;
  });
  if (then === null) return 'perhaps';
  const { state, next } = then.status;
  if (state !== 'running' && state !== 'blocked') return 'no';
  const each = phases.filter((phase) => next?.includes(phase)).map((phase) => phaseIn(then, phase));
  return each.find((is) => is === 'in-flight') ?? each[0] ?? 'no';
}

function phaseIn(then: SessionRecord, phase: PhaseId): 'in-flight' | 'perhaps' {
  const attempt = then.status.rows.find((row) => row.phase === phase)?.attempt ?? 0;
  const isEdit = then.trailers?.kind === 'edit' && then.trailers.phase === null;
  return isEdit && attempt > (then.records.get(phase)?.attempt ?? 0) ? 'in-flight' : 'perhaps';
}
