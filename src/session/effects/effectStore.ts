import { CairnError } from '../../base/cairnError.ts';
import { joinEffects } from '../../model/effects/joinEffects.ts';
import {
  parseEffectsRecord,
  renderEffectsRecord,
  type EffectsRecord,
} from '../../model/effects/effectsRecord.ts';
import type { CommitId } from '../../model/names/ids.ts';
import { EFFECTS_FILE, effectsPath, effectsRef } from '../../model/names/places.ts';
import { decode, encode } from '../record/text.ts';
import { unwrapRecord, type SessionRecord } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';

type Place = Pick<World, 'repository'>;
type At = Pick<SessionRecord, 'session' | 'tree' | 'effects'>;

/**
 * The newest effect record of a session: that on its own ref, and what a checkpoint from elsewhere knows besides.
 *
 * @throws `data/corrupt`, `data/newer-schema` when the one on the ref cannot be read
 */
export async function readEffects(world: Place, record: At): Promise<EffectsRecord> {
  return recordAt(world, record, await world.repository.glance(effectsRef(record.session)));
}

/**
 * Changes the record: one commit on its ref, flushed, by compare-and-swap. Whoever was faster is read and the change is
 * made to theirs.
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
    // Sure, not cheap: a ref that is there and cannot be followed must not pass for one that is not there.
    const tip = await repository.tip(ref);
    const before = await recordAt(world, record, tip);
    const after = change(before);
    if (after === before) return before;
    // A clone takes over what the checkpoint says before it adds to it, so that the two stay apart in the history.
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

async function recordAt(world: Place, record: At, tip: CommitId | null): Promise<EffectsRecord> {
  if (tip === null) return record.effects;
  const bytes = await world.repository.read(tip, EFFECTS_FILE);
  if (bytes === null) throw missing(tip);
  const file = `${effectsRef(record.session)}:${EFFECTS_FILE}`;
  const here = unwrapRecord(parseEffectsRecord(file, decode(bytes)), file, tip);
  if (record.effects.effects.length === 0 || (await wasHere(world, record, tip))) return here;
  return joinEffects(here, record.effects);
}

/** The checkpoint carries what once stood on the ref: then the ref knows all that it knows. */
async function wasHere({ repository }: Place, { session, tree }: At, tip: CommitId): Promise<boolean> {
  const carried = await repository.entry(tree, effectsPath(session));
  const is = async (at: CommitId): Promise<boolean> =>
    (await repository.entry(at, EFFECTS_FILE))?.blob === carried?.blob;
  if (await is(tip)) return true;
  for (const { commit: at } of await repository.history(tip)) if (await is(at)) return true;
  return false;
}

const missing = (commit: CommitId): CairnError =>
  new CairnError('data/corrupt', {
    file: EFFECTS_FILE,
    commit,
    problems: [{ file: EFFECTS_FILE, line: 1, column: 1, message: 'is missing' }],
  });
