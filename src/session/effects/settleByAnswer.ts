import { CairnError } from '../../base/cairnError.ts';
import { effectOf } from '../../model/effects/changeEffects.ts';
import { readDoubtAnswer } from '../../model/effects/doubt.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';
import { readEffects } from './readEffects.ts';
import { settleEffect } from './settleEffect.ts';

/** The answer to the question whether an effect happened is written down as such, unless it was before. */
export async function settleByAnswer(
  world: World,
  record: SessionRecord,
  key: string,
  said: { readonly text: string; readonly by: string },
): Promise<void> {
  const recorded = effectOf(await readEffects(world, record), key);
  if (recorded === null || recorded.outcome !== null) return;
  const read = readDoubtAnswer(said.text);
  if (read === null)
    throw new CairnError('usage/invalid', {
      what: { given: 'message' },
      why: 'begin the answer with "it happened" or "it did not happen"; anything may follow',
    });
  await settleEffect(world, record, { key, by: said.by, ...read });
}
