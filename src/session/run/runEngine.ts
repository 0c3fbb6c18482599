import { firstNext } from '../../model/status/firstNext.ts';
import type { Status } from '../../model/status/status.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { readAttempts, type OpenAttempt } from '../../model/attempt/openAttempt.ts';
import { fencedState } from '../drive/fenced.ts';
import type { AtTip, Drive } from '../drive.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { Lease } from '../ports.ts';
import { atOnce } from '../record/atOnce.ts';
import { slotStates } from '../record/slotStates.ts';
import { tell } from '../tell.ts';
import type { Outcome } from '../results.ts';
import type { Stopped } from '../stopped.ts';
import { isLost } from '../underLease.ts';
import { rowOf } from '../record/rows.ts';
import { endOf, runGraph, type RunEnd, type RunOptions } from './runGraph.ts';
import type { Beyond } from './slots/workOn.ts';
import { refuseUnlaid } from '../checkpoint/layWork.ts';
import { headMoved } from '../workingTree/head.ts';
import { askWhereToGoOn } from './askWhereToGoOn.ts';
import { asideSlots } from './slots/asideSlots.ts';
import { askAboutBroken } from './baseline/askAboutBroken.ts';
import { takeBaseline } from './baseline/takeBaseline.ts';
import { closeSession } from './close/closeSession.ts';
import { listen, type Listening } from './listen.ts';
import { onPublished } from './onPublished.ts';
import { runSetup } from './runSetup.ts';
import { showProgress } from '../checkpoint/statusFile.ts';

/** Where a step leaves the session. Without an outcome the next step continues from there. */
interface Step {
  readonly drive: Drive;
  readonly outcome: Outcome | null;
}

/** The result of what a resume does before the phases. */
export interface FirstStep extends Step {
  /** A checkpoint has closed the attempt that it went on with: it is done, or sent back to be done again when it is its turn. */
  readonly isClosed: boolean;
}

type TakeFirst = (drive: Drive, signal: AbortSignal) => Promise<FirstStep>;

/** Continues with the phases. */
export const goOn = (drive: Drive): FirstStep => ({ drive, outcome: null, isClosed: false });

/** Ends the run. */
export const ending = (drive: Drive, end: RunEnd): FirstStep => ({
  ...goOn(drive),
  outcome: runOutcome(drive, end),
});

/**
 * Runs a session until it stops by itself, is asked to stop, or is taken over; answers where it stands then.
 *
 * @param firstStep what comes before the phases but after the worktree's setup: its checks may need what that made,
 *   and it can be stopped like them
 */
export async function runEngine(
  drive: Drive,
  said: RunOptions,
  outer: AbortSignal,
  firstStep: TakeFirst,
  beyond: Beyond,
): Promise<Outcome> {
  drive.world.processes.prepare();
  const { parallel } = drive.record.workflow;
  if (atOnce(drive.isolation, { parallel }) < parallel) tell(drive.world, { notice: 'one-by-one', parallel });
  const listening = listen(drive, outer);
  const signal = AbortSignal.any([outer, listening.stopped, drive.lease.lost]);
  // However the run ends, we report the last checkpoint that a step returned.
  let at: Drive = { ...drive, throwIfStopRequested: listening.throwIfStopRequested };
  const cancel = (otherwise: Outcome): Promise<Outcome> =>
    cancelled({ ...at, throwIfStopRequested: drive.throwIfStopRequested }, listening, otherwise);
  try {
    // Whoever is at work beside it has ended once it is used.
    const told = (now: Drive): Drive => (at = { ...now, beside: [], busy: new Set() });
    const outcome = await runAll(() => at, said, signal, { firstStep, beyond, told });
    return (await listening.isCancelled()) ? await cancel(outcome) : outcome;
  } catch (error) {
    // Either the lease itself was lost, or the compare-and-swap behind it.
    if (CairnError.is(error, 'lease/held') || (await isLost(drive.lease))) return leaseLost(at);
    if (!signal.aborted) throw error;
    try {
      at = await onPublished(at);
      const outcome = await interrupted(at);
      return (await listening.isCancelled()) ? await cancel(outcome) : outcome;
    } catch (failed) {
      if (await isLost(drive.lease)) return leaseLost(at);
      throw failed;
    }
  } finally {
    await listening.end();
  }
}

async function begin(drive: Drive, signal: AbortSignal, firstStep: TakeFirst): Promise<Step> {
  await refuseUnlaid(drive);
  const blocked = await runSetup(drive, signal);
  if (blocked !== null) return ending(blocked, 'blocked');
  const known = await takeBaseline(drive, signal);
  const asked = await askAboutBroken(known);
  return asked === null ? firstStep(known, signal) : ending(asked, endOf(asked));
}

interface How {
  readonly firstStep: TakeFirst;
  readonly beyond: Beyond;
  readonly told: (drive: Drive) => void;
}

/** What comes before the phases, and then these. */
async function runAll(
  at: () => Drive,
  said: RunOptions,
  signal: AbortSignal,
  { firstStep, beyond, told }: How,
): Promise<Outcome> {
  const first = await orAskWhere(at, () => begin(at(), signal, firstStep));
  told(first.drive);
  if (first.outcome !== null) return first.outcome;
  const rest = await orAskWhere(at, async () => {
    const { drive, end } = await runGraph(at(), said, signal, beyond, told);
    return ending(drive, end);
  });
  told(rest.drive);
  return rest.outcome ?? runOutcome(rest.drive, endOf(rest.drive));
}

/** If HEAD turns out to be elsewhere at the last moment, nothing was published and a person is asked. */
async function orAskWhere(at: () => Drive, step: () => Promise<Step>): Promise<Step> {
  try {
    return await step();
  } catch (error) {
    if (!CairnError.is(error, 'repo/head-moved')) throw error;
    const asked = await askWhereToGoOn(at());
    return ending(asked, endOf(asked));
  }
}

/** A done session cannot be cancelled. On another branch nothing is captured before a person has said so. */
async function cancelled(drive: Drive, listening: Listening, otherwise: Outcome): Promise<Outcome> {
  if (drive.record.status.state === 'done' || (await headMoved(drive)) === 'elsewhere') return otherwise;
  await listening.end();
  return describe(await closeSession(await asideSlots(drive)), 'cancelled', null, { because: 'cancelled' });
}

/** Leaves the attempt open in the journal and notes the stop, so that a resume knows that nothing crashed. */
async function interrupted(drive: Drive): Promise<Outcome> {
  const stopIn = async (state: Drive['state']): Promise<OpenAttempt | null> => {
    const { open } = readAttempts((await state.readJournal()).lines);
    if (open !== null)
      await state.journal({ type: 'attempt-stopped', at: drive.world.clock.now() }, { flush: true });
    return open;
  };
  const [, ...others] = await slotStates(drive.world, drive.session);
  for (const { state } of others) await stopIn(fencedState(state, drive.lease));
  const open = await stopIn(drive.state);
  if (open !== null)
    await showProgress(drive, {
      ...rowOf(drive.record.status.rows, open.phase),
      attempt: open.attempt,
      status: 'interrupted',
    });
  const during = open === null ? null : { phase: open.phase, attempt: open.attempt };
  const phase = open?.phase ?? firstNext(drive.record.status);
  return describe(drive, 'interrupted', phase, { because: 'asked-to-stop', during });
}

function leaseLost(drive: AtTip): Outcome {
  const why: unknown = drive.lease.lost.reason;
  const by = CairnError.is(why, 'lease/held') ? why.details.session : drive.session;
  const isOwn = by === drive.session || by === '';
  const stopped = isOwn ? ({ because: 'taken-over' } as const) : ({ because: 'tree-taken', by } as const);
  return describe(drive, 'lease-held', firstNext(drive.record.status), stopped);
}

/** The outcome of a run that was not cut short. */
function runOutcome(drive: AtTip, end: RunEnd): Outcome {
  const { status } = drive.record;
  // By an answer that a person gave while others were at work.
  if (status.state === 'cancelled') return describe(drive, 'cancelled', null, { because: 'cancelled' });
  switch (end) {
    case 'done':
      return describe(drive, 'completed', null, { because: 'all-done', ...countFinished(status) });
    case 'paused':
      return describe(drive, 'paused', firstNext(status), { because: 'paused' });
    case 'waiting':
      return describe(drive, 'waiting', phaseThatIs('waiting', status), waitingFor(drive.record));
    case 'blocked':
      return describe(drive, 'blocked', phaseThatIs('blocked', status), { because: 'gate' });
  }
}

const countFinished = ({ rows }: Status): { readonly done: number; readonly skipped: number } => {
  const skipped = rows.filter(({ status }) => status === 'skipped').length;
  return { done: rows.length - skipped, skipped };
};

/** The first phase that holds the session up; where its state was written, others may have been next. */
const phaseThatIs = (state: 'waiting' | 'blocked', { rows, ...status }: Status): PhaseId | null =>
  (status.state === state ? null : rows.find(({ status: is }) => is === state)?.phase) ?? firstNext(status);

export const waitingFor = ({ status, records }: SessionRecord): Extract<Stopped, { because: 'waits' }> => ({
  because: 'waits',
  question: records.get(phaseThatIs('waiting', status) as PhaseId)?.question?.text ?? null,
});

export function describe(
  drive: Pick<Drive, 'record' | 'session'> & { readonly lease?: Lease },
  reason: Outcome['reason'],
  phase: PhaseId | null,
  stopped: Stopped,
): Outcome {
  const { status, commit } = drive.record;
  const checked = status.state === 'done' ? { checked: status.checked } : {};
  return {
    session: drive.session,
    reason,
    seq: status.seq,
    state: status.state,
    ...checked,
    phase,
    commit,
    stopped,
  };
}
