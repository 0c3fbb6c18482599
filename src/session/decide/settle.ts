import type { SessionId } from '../../model/names/ids.ts';
import { refuseInsidePhase } from '../drive/withDrive.ts';
import { settleEffect } from '../effects/settleEffect.ts';
import { readTip } from '../record/sessionRecord.ts';
import type { ActResult } from '../results.ts';
import { refuseSecrets } from '../workingTree/withoutSecrets.ts';
import type { World } from '../world.ts';
import { actResult } from './actResult.ts';
import { answer } from './decide.ts';
import { whoActs } from '../record/who.ts';

/** Records a person's word on whether an effect in doubt happened. If the session waits for just that, it is the answer too. */
export async function settle(
  world: World,
  session: SessionId,
  { key, happened, comment }: { readonly key: string; readonly happened: boolean; readonly comment: string },
): Promise<ActResult> {
  refuseInsidePhase(world, 'effect settle');
  await refuseSecrets(world.secrets, { given: 'message' }, comment);
  const record = await readTip(world, session);
  await settleEffect(world, record, { key, happened, comment, by: await whoActs(world) });
  const waits = [...record.records.values()].find(asksFor(key))?.phase;
  if (waits === undefined) return actResult(record);
  const words = happened ? 'it happened' : 'it did not happen';
  return answer(world, session, comment === '' ? words : `${words}: ${comment}`, waits);
}

const asksFor =
  (key: string) =>
  ({ status, question }: { readonly status: string; readonly question?: { readonly effect?: string } }) =>
    status === 'waiting' && question?.effect === key;
