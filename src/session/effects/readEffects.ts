import { joinEffects } from '../../model/effects/changeEffects.ts';
import {
  parseEffectsRecord,
  type EffectEntry,
  type EffectsRecord,
} from '../../model/effects/effectsRecord.ts';
import type { CommitId, SessionId } from '../../model/names/ids.ts';
import { EFFECTS_FILE, effectsPath, effectsRef } from '../../model/names/places.ts';
import { recordReader } from '../record/recordReader.ts';
import { decode } from '../record/text.ts';
import { missing, unwrapRecord } from '../record/recordErrors.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import type { Ancestry, Objects, Refs } from '../ports.ts';
import type { World } from '../world.ts';

type Repository = Ancestry & Objects & Refs;
export type At = Pick<SessionRecord, 'session' | 'tree' | 'effects'>;

/**
 * The newest effect record of a session: that on its own ref, and what a checkpoint from elsewhere knows besides.
 *
 * @throws `data/corrupt`, `data/newer-schema` when the one on the ref cannot be read
 */
export async function readEffects(repository: Repository, record: At): Promise<EffectsRecord> {
  return effectsAt(repository, record, await repository.glance(effectsRef(record.session)));
}

/** All recorded effects, in the order of their first intents. */
export async function listEffects(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<readonly EffectEntry[]> {
  return (await readEffects(world.repository, await readTip(world, session))).effects;
}

/** The record as the ref has it at `tip`; null: the ref is not there yet. */
export async function effectsAt(
  repository: Repository,
  record: At,
  tip: CommitId | null,
): Promise<EffectsRecord> {
  if (tip === null) return record.effects;
  const bytes = await recordReader(repository, tip, tip)(EFFECTS_FILE);
  if (bytes === null) throw missing(EFFECTS_FILE, tip);
  const file = `${effectsRef(record.session)}:${EFFECTS_FILE}`;
  const here = unwrapRecord(parseEffectsRecord(file, decode(bytes)), file, tip);
  if (record.effects.effects.length === 0 || (await wasHere(repository, record, tip))) return here;
  return joinEffects(here, record.effects);
}

/** Whether the checkpoint's record once was on the ref: then the ref knows everything in it. */
async function wasHere(repository: Repository, { session, tree }: At, tip: CommitId): Promise<boolean> {
  const carried = await repository.entry(tree, effectsPath(session));
  const is = async (at: CommitId): Promise<boolean> =>
    (await repository.entry(at, EFFECTS_FILE))?.blob === carried?.blob;
  if (await is(tip)) return true;
  for (const { commit: at } of await repository.history(tip)) if (await is(at)) return true;
  return false;
}
