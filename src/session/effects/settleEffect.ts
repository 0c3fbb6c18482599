import { CairnError } from '../../base/cairnError.ts';
import { effectOf, withOutcome } from '../../model/effects/changeEffects.ts';
import { effectState } from '../../model/effects/effectState.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { takeOrRefuse } from '../takeOrRefuse.ts';
import { underLease } from '../underLease.ts';
import type { World } from '../world.ts';
import { changeEffects } from './changeEffects.ts';
import { readEffects } from './readEffects.ts';
import { effectLease } from './effectLease.ts';
import { readDoubtAnswer } from '../../model/effects/doubt.ts';

/** What a person says about an effect in doubt. */
export interface Settling {
  readonly key: string;
  readonly happened: boolean;
  readonly by: string;
  readonly comment: string;
}

/**
 * Writes down whether an effect that is in doubt happened.
 *
 * @throws `usage/not-possible` when nothing is in doubt under the key, `lease/held` while it is being done
 */
export async function settleEffect(
  world: World,
  record: SessionRecord,
  { key, happened, by, comment }: Settling,
): Promise<void> {
  const { session } = record;
  const lease = await takeOrRefuse(world.leases, effectLease(world, session, key), { session, run: null });
  await underLease(lease, async () => {
    const recorded = effectOf(await readEffects(world.repository, record), key);
    const state = recorded === null ? null : effectState(recorded);
    if (state !== 'inDoubt')
      throw new CairnError('usage/not-possible', {
        act: 'settle',
        session,
        refusal: { because: 'not-in-doubt', key, state },
      });
    const outcome = { kind: 'settled', at: world.clock.now(), happened, by, comment } as const;
    const why = `effect: ${key} ${happened ? 'happened' : 'did not happen'}, says ${by}`;
    await changeEffects(world, record, why, (newest) => withOutcome(newest, key, outcome));
  });
}

/** Records a person's answer whether an effect happened, unless that is recorded already. */
export async function settleByAnswer(
  world: World,
  record: SessionRecord,
  key: string,
  said: { readonly text: string; readonly by: string },
): Promise<void> {
  const recorded = effectOf(await readEffects(world.repository, record), key);
  if (recorded === null || recorded.outcome !== null) return;
  const read = readDoubtAnswer(said.text);
  if (read === null)
    throw new CairnError('usage/invalid', {
      what: { given: 'message' },
      why: 'begin the answer with "it happened" or "it did not happen"; anything may follow',
    });
  await settleEffect(world, record, { key, by: said.by, ...read });
}
