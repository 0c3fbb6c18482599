import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { PermissionAnswer } from '../../model/agent/permissionWords.ts';
import { wordsOfAct } from '../../model/agent/permissionAct.ts';
import type { PermissionRequest } from '../../model/agent/permissionRequest.ts';
import { permissionWord } from '../../model/agent/permissionWord.ts';
import { refuseInsidePhase } from '../drive/withDrive.ts';
import { readTip } from '../record/sessionRecord.ts';
import type { ActResult } from '../results.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';
import { actResult } from './actResult.ts';
import { whoActs } from '../record/who.ts';

/**
 * Answers a running agent's question. The first answer counts, from whatever window or terminal.
 *
 * @returns false if it was answered before, or the agent no longer waits
 */
export async function permit(
  world: World,
  session: SessionId,
  id: string,
  answer: PermissionAnswer,
): Promise<boolean> {
  refuseInsidePhase(world, 'answer');
  return world.state.of(session).permissions.answer(id, { answer, by: await whoActs(world) });
}

const asked = (request: PermissionRequest): string => wordsOfAct(request, 300).act;

/**
 * The same by a word, for the oldest question; null if nothing is asked.
 *
 * @param named the phase whose agent is meant; null: whoever asks
 */
export async function permitInWords(
  world: World,
  session: SessionId,
  text: string,
  named: string | null,
): Promise<ActResult | null> {
  const lease = await world.leases.peek(session);
  const open = lease.held ? await world.state.of(session).permissions.open(lease.epoch) : [];
  const [first, ...more] = open.filter(({ phase }) => named === null || phase === named);
  if (first === undefined) return null;
  const answer = permissionWord(text);
  if (answer === null)
    throw new CairnError('usage/not-possible', {
      act: 'answer',
      session,
      refusal: { because: 'no-answer', asked: asked(first), said: text },
    });
  if (!(await permit(world, session, first.id, answer)))
    throw new CairnError('usage/not-possible', {
      act: 'answer',
      session,
      refusal: { because: 'answered', asked: asked(first) },
    });
  if (more.length > 0) tell(world, { notice: 'permissions-left', agent: first.agent, asks: more.length });
  return actResult(await readTip(world, session));
}
