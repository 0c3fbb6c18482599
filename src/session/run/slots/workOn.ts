import type { GivenWord } from '../../../model/agent/givenWord.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { queueWork } from '../../checkpoint/queueWork.ts';
import type { Drive } from '../../drive.ts';
import { rowOf } from '../../record/rows.ts';
import { closeInTurn } from '../close/closeInTurn.ts';
import { mergedOnTip } from '../close/mergedOnTip.ts';
import { runPhase, type Before, type Close } from '../runPhase.ts';
import { publishSetupFailed, setUp } from '../runSetup.ts';
import type { Turns } from './turns.ts';

/** What is gone on with of a phase, and whether a checkpoint has closed it by that. */
export interface Taken extends Before {
  readonly drive: Drive;
  readonly isOver: boolean;
}

/** Deals with what an earlier run has left of a phase in its slot. */
export type TakeUp = (drive: Drive, phase: Phase, signal: AbortSignal, turns: Turns) => Promise<Taken>;

/** What a run is told to do with its phases by those that come after it in the house. */
export interface Beyond {
  readonly takeUp: TakeUp;
  /** Does what a person says of a phase that waits while others work. */
  readonly hear: (lead: Drive, word: GivenWord) => Promise<Drive>;
}

/** Works on a phase in its slot, until a checkpoint closes it; answers the drive on that. */
export async function workOn(
  drive: Drive,
  phase: Phase,
  options: Before & { readonly resumed: boolean },
  signal: AbortSignal,
  { turns, takeUp }: { readonly turns: Turns; readonly takeUp: TakeUp },
): Promise<Drive> {
  const close: Close = async (at, row, gate, facts, again) => {
    if (at.record.slot !== undefined && gate.verdict.kind === 'holds')
      await queueWork(at, { phase: phase.id, attempt: row.attempt, captured: gate.captured });
    return turns.take(at, (now) => closeInTurn(now, phase, row, gate, facts, again, signal), phase.id);
  };
  if (drive.record.slot === undefined) return runPhase(drive, phase, options, signal, close);
  const failed = await setUp(drive, signal);
  if (failed !== null) {
    const blocked = turns.take(
      drive,
      async (at) => ({
        drive: await publishSetupFailed(at, failed, phase),
      }),
      phase.id,
    );
    return (await blocked).drive;
  }
  const taken = await takeUp(drive, phase, signal, turns);
  if (taken.isOver) return taken.drive;
  const { drive: at, lastAttempt } = await onTheTip(taken.drive, phase);
  const { follows } = options;
  const before = { ...taken, follows, lastAttempt: lastAttempt ?? taken.lastAttempt };
  return runPhase(at, phase, { ...before, resumed: options.resumed }, signal, close);
}

/** An attempt begins on the newest tip, whatever of the phase lies there from before. */
async function onTheTip(
  drive: Drive,
  phase: Phase,
): Promise<{ readonly drive: Drive; readonly lastAttempt: Before['lastAttempt'] }> {
  const { attempt } = rowOf(drive.record.status.rows, phase.id);
  const of = { phase: phase.id, attempt: Math.max(1, attempt) };
  const { drive: at, reasons } = await mergedOnTip(drive, of, 'lay');
  if (reasons.length === 0) return { drive: at, lastAttempt: null };
  return { drive: at, lastAttempt: { attempt, outcome: 'conflict', reasons, tail: [] } };
}
