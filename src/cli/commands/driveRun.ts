import { setTimeout as sleep } from 'node:timers/promises';
import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { Run } from '../../runner/run.ts';
import { fromErrorValue, type RunEvent } from '../../runner/runEvents.ts';
import type { RunRequest } from '../../session/api/run.ts';
import type { SaidOutcome } from '../../sentences/outcomeSentence.ts';
import { askPermissions } from './askPermissions.ts';
import type { Context } from './command.ts';
import { outcomeNow } from './outcomeNow.ts';
import { progressView, type ProgressView } from '../output/progressView.ts';

/** Where a run stopped, and of which phases it was already printed why they did not hold. */
export interface Driven {
  readonly outcome: SaidOutcome;
  /** Those whose newest attempt did not hold. */
  readonly saidWhy: ReadonlySet<string>;
}

const NOTHING_SAID: ReadonlySet<string> = new Set();

/**
 * Has a runner carry out a request, shows its events, and resolves to where it stopped.
 *
 * Ctrl-C asks it to stop and waits; a second one ends it hard; after a third only this terminal leaves. Whatever else happens
 * to this terminal, the run goes on.
 */
export async function driveRun(context: Context, request: RunRequest, session: SessionId): Promise<Driven> {
  const view = progressView(context);
  const leave = new AbortController();
  const launching = context.launch(request);
  // Before the run exists: a ctrl-C during launch must still reach it.
  const stop = stopper(context, launching, view, leave);
  let seen: Seen = { session, isOpen: request.verb === 'resume', saidWhy: NOTHING_SAID, outputs: new Map() };
  const permissions = askPermissions(context, () => seen.session, view);
  const interrupts = context.terminal.onInterrupt(stop.ask);
  try {
    const run = await launching;
    for await (const event of run.follow(leave.signal)) {
      view.show(
        event,
        event.type === 'gate-failed' ? await linesOf(context, seen.outputs.get(event.phase)) : [],
      );
      if (event.type === 'asks' && context.terminal.canAsk()) permissions.ask(event.request);
      if (event.type === 'asked') permissions.over(event.id);
      seen = after(seen, event);
      if (event.type === 'outcome') return { outcome: event.outcome, saidWhy: seen.saidWhy };
      if (event.type !== 'error') continue;
      if (!seen.isOpen && isRefusal(event)) await run.discard();
      return {
        outcome: await diedOutcome(context, event, seen.session, stop.asked()),
        saidWhy: NOTHING_SAID,
      };
    }
    const message = 'This terminal has left; the session may still run.';
    const outcome = await outcomeNow(context, seen.session, { reason: 'interrupted', message });
    return { outcome, saidWhy: NOTHING_SAID };
  } finally {
    permissions.end();
    view.end();
    interrupts.dispose();
  }
}

/** What was seen of a run so far. */
interface Seen {
  /** As it was named, until the runner says its id. */
  readonly session: SessionId;
  readonly isOpen: boolean;
  readonly saidWhy: Driven['saidWhy'];
  /** Where the output of each phase's newest attempt is. */
  readonly outputs: ReadonlyMap<string, string>;
}

function after(seen: Seen, event: RunEvent): Seen {
  if (event.type === 'opened') return { ...seen, session: event.session, isOpen: true };
  const { saidWhy, outputs } = seen;
  if (event.type === 'attempt')
    return {
      ...seen,
      saidWhy: new Set([...saidWhy].filter((phase) => phase !== event.phase)),
      outputs: new Map(outputs).set(event.phase, event.output),
    };
  return event.type === 'gate-failed' ? { ...seen, saidWhy: new Set([...saidWhy, event.phase]) } : seen;
}

/** What the agent printed; the events carry only a sample of it. Empty before any attempt. */
async function linesOf({ terminal }: Context, output: string | undefined): Promise<readonly string[]> {
  if (output === undefined) return [];
  const bytes = await terminal.readFile(output).catch(() => new Uint8Array()); // an agent may print nothing
  return new TextDecoder().decode(bytes).split('\n');
}

function stopper(
  context: Context,
  launching: Promise<Run>,
  view: ProgressView,
  leave: AbortController,
): { readonly ask: () => void; readonly asked: () => boolean } {
  let times = 0;
  const ask = (): void => {
    times += 1;
    if (times > 2) {
      leave.abort();
      return;
    }
    const first = times === 1;
    const asked = launching.then((run) => (first ? run.askToStop() : run.kill()));
    const said = first
      ? 'Stopping. What is done stays done. (Ctrl-C again to end it at once.)'
      : 'Ending it at once. What is done stays done.';
    view.note(`${context.style.asks('·')} ${said}`);
    asked.catch((error: unknown) => view.note(`${context.style.bad('✗')} could not: ${String(error)}`));
  };
  return { ask, asked: () => times > 0 };
}

/** Nothing was begun, and its log holds nothing that the error does not say. */
const isRefusal = ({ error: { code } }: Extract<RunEvent, { type: 'error' }>): boolean =>
  code !== 'machine/runner-died' && code !== 'internal/unexpected';

/** The outcome after a runner died: its session is interrupted, as after a crash, if it was opened at all. */
async function diedOutcome(
  context: Context,
  event: Extract<RunEvent, { type: 'error' }>,
  session: SessionId,
  asked: boolean,
): Promise<SaidOutcome> {
  const error = fromErrorValue(event.error);
  if (!CairnError.is(error, 'machine/runner-died')) throw error;
  // Give the supervisor a moment to end what still runs, and the lease to count as abandoned.
  await sleep(50);
  const message = asked
    ? 'Ended at once. Every finished phase is safe.'
    : `The process that drove the session ended without a word${error.details.log === null ? '.' : `; what it last said is in ${error.details.log}`}`;
  const outcome = await outcomeNow(context, session, { reason: 'interrupted', message });
  if (outcome.seq > 0) return outcome;
  // The session was never opened, so this is a plain error unless the person stopped it.
  if (!asked) throw error;
  return { ...outcome, message: 'Stopped before the session had begun. Nothing was saved.' };
}
