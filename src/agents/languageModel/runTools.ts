import type { TurnsEnd } from '../../model/chat/turnJournal.ts';
import type { OpenCall } from '../../model/chat/planTurn.ts';
import type { AgentTask } from '../../session/ports.ts';
import { endingOf } from './tools/endings.ts';
import { failed, type ToolAnswer, type Workplace } from './tools/tool.ts';
import { readyCall, type ReadyCall } from './tools/toolBox.ts';
import type { TurnLog } from './turnLog.ts';

const IN_DOUBT =
  'This call had begun when its process was ended, and nobody knows how far it came. It was not run a second time: look what is there, then decide.';

/**
 * Runs a reply's open calls one by one and journals each before and after. Returns the end that the model named, or null when
 * it must be asked again.
 */
export async function runTools(
  turn: number,
  calls: readonly OpenCall[],
  log: TurnLog,
  at: Workplace,
): Promise<TurnsEnd | null> {
  await log.write({
    type: 'tools-planned',
    turn,
    calls: calls.map(({ call: { id }, hash }) => ({ id, hash })),
  });
  let bad = 0;
  let unknown = 0;
  for (const open of calls) {
    at.task.signal.throwIfAborted();
    const { call, hash } = open;
    const ending = endingOf(call);
    if (ending !== null && 'kind' in ending && bad === 0) {
      await log.write({ type: 'ended', turn, outcome: ending });
      return ending;
    }
    const answer =
      ending === null
        ? await runCall(turn, open, log, at)
        : 'kind' in ending
          ? failed('this did not end your work: another call of yours just failed; look at its result first')
          : ending;
    if (!answer.ok) bad += 1;
    if (answer.text === IN_DOUBT) unknown += 1;
    await log.write({ type: 'tool-ended', turn, id: call.id, hash, ok: answer.ok, text: answer.text });
  }
  const doubt = unknown === 0 ? {} : { unknown };
  await log.write({ type: 'tools-done', turn, total: calls.length, failed: bad - unknown, ...doubt });
  return null;
}

async function runCall(
  turn: number,
  { call, hash, inDoubt }: OpenCall,
  log: TurnLog,
  at: Workplace,
): Promise<ToolAnswer> {
  const ready = readyCall(call, at);
  const { onEvent } = at.task;
  if (!('run' in ready)) {
    onEvent(eventOf(call.id, { title: call.name, kind: 'other', path: null }, 'failed'));
    return ready;
  }
  onEvent(eventOf(call.id, ready, 'started'));
  const doubtful = inDoubt && ready.inDoubt === 'tell';
  const begin = (): Promise<void> => log.write({ type: 'tool-begun', turn, id: call.id, hash });
  const answer = doubtful ? failed(IN_DOUBT) : await ready.run(begin);
  onEvent(eventOf(call.id, ready, answer.ok ? 'ended' : 'failed'));
  return answer;
}

const eventOf = (
  id: string,
  { title, kind, path }: Pick<ReadyCall, 'title' | 'kind' | 'path'>,
  status: 'started' | 'ended' | 'failed',
): Parameters<AgentTask['onEvent']>[0] => ({ type: 'tool', id, title, kind, path, status });
