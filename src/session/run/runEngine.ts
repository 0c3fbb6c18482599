import { CairnError } from '../../base/cairnError.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { Drive } from '../drive.ts';
import type { Lease } from '../ports.ts';
import type { Outcome } from '../results.ts';
import { isLost } from '../underLease.ts';
import { rowOf } from '../record/rows.ts';
import type { RunEnd } from './runEnd.ts';
import { NOTHING_BEFORE, runPhases, type Before, type RunOptions } from './runPhases.ts';
import { headMoved } from '../workingTree/head.ts';
import { askWhereToGoOn } from './askWhereToGoOn.ts';
import { closeSession } from './close/closeSession.ts';
import { listen, type Listening } from './listen.ts';
import { runSetup } from './runSetup.ts';
import { showProgress } from '../checkpoint/statusFile.ts';

/** What a resume does before phases are run, and what the first of them must know of it. */
export interface FirstStep extends Before {
  /** Set: the run ends here. */
  readonly outcome: Outcome | null;
}

/** Nothing before the phases. */
export const GO_ON: FirstStep = { ...NOTHING_BEFORE, outcome: null };

/**
 * Runs a session until it stops by itself, is asked to stop, or is taken over; answers where it stands then.
 *
 * @param firstStep what comes before the phases but after the worktree's setup: its checks may need what that made,
 *   and it can be stopped like them
 */
export async function runEngine(
  drive: Drive,
  said: Pick<RunOptions, 'until' | 'resumed'>,
  outer: AbortSignal,
  firstStep: (signal: AbortSignal) => Promise<FirstStep> = () => Promise.resolve(GO_ON),
): Promise<Outcome> {
  const listening = listen(drive, outer);
  const signal = AbortSignal.any([outer, listening.stopped, drive.lease.lost]);
  try {
    const outcome = await run(drive, said, signal, firstStep);
    return (await listening.isCancelled()) ? await cancelled(drive, listening, outcome) : outcome;
  } catch (error) {
    // Lost for the lease itself, or for the compare-and-swap that comes after it.
    if (CairnError.is(error, 'lease/held') || (await isLost(drive.lease))) return leaseLost(drive);
    if (!signal.aborted) throw error;
    return await afterStop(drive, listening).catch(async (failed: unknown) => {
      if (await isLost(drive.lease)) return leaseLost(drive);
      throw failed;
    });
  } finally {
    await listening.end();
  }
}

async function run(
  drive: Drive,
  said: Pick<RunOptions, 'until' | 'resumed'>,
  signal: AbortSignal,
  firstStep: (signal: AbortSignal) => Promise<FirstStep>,
): Promise<Outcome> {
  try {
    if ((await runSetup(drive, signal)) === 'blocked') return outcomeOf(drive, { end: 'blocked' });
    const { outcome, ...known } = await firstStep(signal);
    return outcome ?? outcomeOf(drive, await runPhases(drive, { ...said, ...known }, signal));
  } catch (error) {
    // Seen at the last moment, wherever that was: nothing was published, and a person is asked.
    if (!CairnError.is(error, 'repo/head-moved')) throw error;
    return outcomeOf(drive, await askWhereToGoOn(drive));
  }
}

async function afterStop(drive: Drive, listening: Listening): Promise<Outcome> {
  const outcome = await interrupted(drive);
  return (await listening.isCancelled()) ? cancelled(drive, listening, outcome) : outcome;
}

/** What is done is no longer to be cancelled; and of another branch nothing is captured before a person has said so. */
async function cancelled(drive: Drive, listening: Listening, otherwise: Outcome): Promise<Outcome> {
  if (drive.record.status.state === 'done' || (await headMoved(drive)) === 'elsewhere') return otherwise;
  await listening.end();
  await closeSession(drive);
  return describe(
    drive,
    'cancelled',
    null,
    'The session is cancelled. Restore one of its phases to go on, or fork from one.',
  );
}

/** The attempt stays open in the journal: resume knows that nothing crashed. */
async function interrupted(drive: Drive): Promise<Outcome> {
  const { open } = readAttempts((await drive.state.readJournal()).lines);
  if (open !== null) {
    await drive.state.journal({ type: 'attempt-stopped', at: drive.world.clock.now() }, { flush: true });
    await showProgress(drive, {
      ...rowOf(drive.record.status.rows, open.phase),
      attempt: open.attempt,
      status: 'interrupted',
    });
  }
  const at = open === null ? '' : ` in attempt ${open.attempt} of ${open.phase}`;
  return describe(
    drive,
    'interrupted',
    open?.phase ?? drive.record.status.next,
    `Stopped${at}. Every finished phase is safe.`,
  );
}

function leaseLost(drive: Drive): Outcome {
  const why: unknown = drive.lease.lost.reason;
  const other = CairnError.is(why, 'lease/held') ? why.details.session : drive.session;
  return describe(
    drive,
    'lease-held',
    drive.record.status.next,
    other === drive.session || other === ''
      ? 'Another process has taken this session over; this one stopped.'
      : `Session ${other} works in this tree by now; this one stopped.`,
  );
}

/** What is told at the end of a run. */
export function outcomeOf(drive: Drive, { end }: RunEnd): Outcome {
  const { status } = drive.record;
  switch (end) {
    case 'done':
      return describe(drive, 'completed', null, `All ${status.rows.length} phases are done.`);
    case 'paused':
      return describe(drive, 'paused', status.next, `Paused before ${status.next ?? 'the end'}, as asked.`);
    case 'waiting':
      return describe(drive, 'waiting', status.next, waitingFor(drive, status.next));
    case 'blocked':
      return describe(
        drive,
        'blocked',
        status.next,
        `The gate of ${status.next ?? 'the session'} did not hold.`,
      );
  }
}

function waitingFor(drive: Drive, phase: PhaseId | null): string {
  const question = phase === null ? undefined : drive.record.records.get(phase)?.question;
  return question === undefined ? `${phase ?? 'The session'} waits for your approval.` : question.text;
}

export function describe(
  drive: Pick<Drive, 'record' | 'session'> & { readonly lease?: Lease },
  reason: Outcome['reason'],
  phase: PhaseId | null,
  message: string,
): Outcome {
  const { status, commit } = drive.record;
  return { session: drive.session, reason, seq: status.seq, state: status.state, phase, commit, message };
}
