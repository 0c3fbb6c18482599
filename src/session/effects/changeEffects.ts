import { CairnError } from '../../base/cairnError.ts';
import { renderEffectsRecord, type EffectsRecord } from '../../model/effects/effectsRecord.ts';
import type { CommitId } from '../../model/names/ids.ts';
import { EFFECTS_FILE, effectsRef } from '../../model/names/places.ts';
import { encode } from '../record/text.ts';
import type { World } from '../world.ts';
import { effectsAt, type At } from './readEffects.ts';

/**
 * Changes the record: one commit on its ref, flushed, by compare-and-swap. If someone was faster, their record is read and
 * the change is applied to it.
 *
 * @param why one line for `git log`
 */
export async function changeEffects(
  world: Pick<World, 'repository' | 'clock'>,
  record: At,
  why: string,
  change: (newest: EffectsRecord) => EffectsRecord,
): Promise<EffectsRecord> {
  const { repository } = world;
  const ref = effectsRef(record.session);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    // The sure way, not the cheap one: a ref that cannot be followed must not pass for a missing one.
    const tip = await repository.tip(ref);
    const before = await effectsAt(world.repository, record, tip);
    const after = change(before);
    if (after === before) return before;
    // A clone first takes over what the checkpoint says, so that history keeps the two apart.
    const start = tip === null && before.effects.length > 0 ? await commit(world, before, null, TAKEN) : tip;
    const next = await commit(world, after, start, why);
    if (await repository.moveRef(ref, { from: tip, to: next, why: 'cairn: effect' })) return after;
  }
  throw new CairnError('machine/cannot-write', { path: ref, why: 'others move it all the time' });
}

const MOST_TRIES = 100;

const TAKEN = 'effects: taken from the last checkpoint';

async function commit(
  { repository, clock }: Pick<World, 'repository' | 'clock'>,
  record: EffectsRecord,
  parent: CommitId | null,
  why: string,
): Promise<CommitId> {
  const blob = await repository.writeBlob(encode(renderEffectsRecord(record)));
  return repository.commit({
    tree: await repository.compose(null, new Map([[EFFECTS_FILE, { blob, mode: '100644' }]])),
    parents: parent === null ? [] : [parent],
    message: `${why}\n`,
    at: clock.now(),
  });
}
