import { CairnError } from '../../base/cairnError.ts';
import type { Refusal } from '../../base/refusal.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { refuseInsidePhase } from '../drive/withDrive.ts';
import { readTip } from '../record/sessionRecord.ts';
import type { ActResult } from '../results.ts';
import { refuseSecrets } from '../workingTree/withoutSecrets.ts';
import type { World } from '../world.ts';
import { actResult } from './actResult.ts';
import { whoActs } from '../record/who.ts';

/** Leaves a note for a running session: it reaches the prompt of its next attempt, and that phase's record. */
export async function steer(world: World, session: SessionId, text: string): Promise<ActResult> {
  refuseInsidePhase(world, 'steer');
  const record = await readTip(world, session);
  const { status } = record;
  const over = status.state === 'done' || status.state === 'cancelled';
  const refuse = (refusal: Refusal): CairnError =>
    new CairnError('usage/not-possible', { act: 'steer', session, refusal });
  if (over) throw refuse({ because: 'over', state: status.state });
  if (!(await world.state.of(session).exists())) throw refuse({ because: 'never-worked-here' });
  await addNote(world, session, text);
  return actResult(record);
}

/** A note for the next prompt, on disk when this resolves. */
export async function addNote(world: World, session: SessionId, text: string): Promise<void> {
  await refuseSecrets(world.secrets, { given: 'message' }, text);
  const at = world.clock.now();
  await world.state.of(session).notes.add({
    id: `${at.replace(/\D/g, '')}-${world.ids.suffix()}`,
    at,
    by: await whoActs(world),
    text,
  });
}
