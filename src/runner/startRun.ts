import { CairnError } from '../base/cairnError.ts';
import type { SessionId } from '../model/names/ids.ts';
import type { Running, RunRequest } from '../session/api/run.ts';
import type { SaidOutcome } from '../sentences/outcomeSentence.ts';
import { launch, type LaunchOptions } from './launch.ts';
import type { Run } from './run.ts';
import type { RunsHere } from './runsHere.ts';
import { fromErrorValue, type Happening } from './runEvents.ts';

/**
 * Has a request of a window carried out: by a runner of its own, which goes on when the window closes, or by the window
 * itself when one of the phases ahead is for a language model. Rejects with the `CairnError` that refuses it.
 *
 * @param onEvent is told what the run says, until its end or that of the window
 */
export async function startRun(
  api: Running,
  request: RunRequest,
  here: RunsHere,
  options: LaunchOptions,
  onEvent: (event: Happening) => void,
): Promise<
  Pick<Run, 'askToStop' | 'kill'> & { readonly session: SessionId; readonly ended: Promise<SaidOutcome> }
> {
  const [session, named] = await nameSession(api, request);
  const inWindow = (await api.agentsAhead(named)).includes('language-model');
  const run = await (inWindow ? here.carry(named, options) : launch(named, options));
  return {
    session,
    ended: lastWord(run, onEvent),
    askToStop: () => run.askToStop(),
    kill: () => run.kill(),
  };
}

/** A start has its id before it is handed over, so that this window knows which session to show. */
async function nameSession(api: Running, request: RunRequest): Promise<readonly [SessionId, RunRequest]> {
  if (request.verb === 'resume') return [request.session, request];
  if (request.options.id !== null) return [request.options.id as SessionId, request];
  const { session } = await api.previewStart(request.options);
  return [session, { verb: 'start', options: { ...request.options, id: session } }];
}

async function lastWord(run: Run, onEvent: (event: Happening) => void): Promise<SaidOutcome> {
  for await (const event of run.follow()) {
    if (event.type === 'outcome') return event.outcome;
    if (event.type === 'error') throw fromErrorValue(event.error);
    onEvent(event);
  }
  throw new CairnError('machine/runner-died', { log: run.log });
}
