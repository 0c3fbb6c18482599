import type { PhaseId } from '../../../model/names/ids.ts';
import { isFinished } from '../../../model/graph/planNext.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { showTip } from '../../checkpoint/statusFile.ts';
import { passedBy, tipOf, type Drive } from '../../drive.ts';
import { NOTHING_BEFORE, type RunOptions } from '../runPhase.ts';
import { takeSlot } from './takeSlot.ts';
import { createTurns } from './turns.ts';
import { workOn, type TakeUp } from './workOn.ts';

/** The phases at work, each in a slot of its own, and the line on which they are published. */
export interface Crew {
  /** The first slot, as of the newest tip. */
  readonly lead: () => Drive;
  readonly working: ReadonlyMap<PhaseId, unknown>;
  /** Something was begun or published. */
  readonly begun: () => boolean;
  /** A phase ended with an error: the others are let end, then it is thrown. */
  readonly failed: () => boolean;
  begin(phase: Phase): Promise<void>;
  /** Publishes what needs no working tree; always true. */
  publish(act: (at: Drive) => Promise<Drive>): Promise<true>;
  /** Waits until one of them has ended, and stops those that it has made pointless. */
  oneEnded(): Promise<void>;
  /** Waits for all; throws what one of them failed with. */
  end(): Promise<void>;
}

interface Worker {
  readonly slot: number;
  readonly round: number;
  readonly stop: AbortController;
  readonly ended: Promise<PhaseId>;
}

/** @param signal aborts: all are stopped */
export function createCrew(first: Drive, options: RunOptions, signal: AbortSignal, takeUp: TakeUp): Crew {
  const working = new Map<PhaseId, Worker>();
  const turns = createTurns(tipOf(first), () => [...working.keys()]);
  let lead = first;
  let before = options;
  let begun = false;
  let fault: { readonly error: unknown } | null = null;
  const leadNow = (): Drive => passedBy(lead, turns.tip());

  const ended = async (phase: PhaseId, work: Promise<Drive>): Promise<PhaseId> => {
    const drive = await work.catch((error: unknown) => {
      fault ??= { error };
      return null;
    });
    const slot = working.get(phase)?.slot;
    working.delete(phase);
    if (drive === null) return phase;
    const now = await released(drive, phase);
    if (slot === 1) lead = now;
    // People look at the first slot.
    else await showTip({ ...leadNow(), beside: [...working.keys()] });
    return phase;
  };

  return {
    lead: leadNow,
    working,
    begun: () => begun,
    failed: () => fault !== null,
    async begin(phase) {
      const at = leadNow();
      const busy = new Set([...working.values()].map(({ slot }) => slot));
      const drive = await takeSlot(at, phase.id, busy);
      const { slot } = drive.checkout;
      // Nobody else touches the tree in which somebody works.
      if (slot === 1) lead = drive.record.slot === undefined ? drive : { ...drive, ahead: tipOf(drive) };
      const stop = new AbortController();
      const round = tipOf(drive).record.status.rows.find((row) => row.phase === phase.id)?.round ?? 1;
      const its = AbortSignal.any([signal, stop.signal]);
      const beside = [...working.keys()];
      const of = { ...options, ...(begun ? { ...NOTHING_BEFORE, follows: true } : before) };
      begun = true;
      before = { ...options, ...NOTHING_BEFORE };
      const work = workOn({ ...drive, beside }, phase, of, its, { turns, takeUp });
      working.set(phase.id, { slot, round, stop, ended: ended(phase.id, work) });
      if (slot !== 1) await showTip({ ...leadNow(), beside: [...working.keys()] });
    },
    async publish(act) {
      begun = true;
      const published = await turns.take(leadNow(), async (drive) => ({ drive: await act(drive) }));
      if (!isBusy(working, 1)) lead = published.drive;
      await stopPointless();
      return true;
    },
    async oneEnded() {
      await Promise.race([...working.values()].map((worker) => worker.ended));
      await stopPointless();
    },
    async end() {
      await Promise.all([...working.values()].map((worker) => worker.ended));
      if (fault !== null) throw fault.error;
    },
  };

  /** What another round reopens, or a phase that ends the session skips, is stopped. */
  async function stopPointless(): Promise<void> {
    const { rows } = turns.tip().record.status;
    for (const [phase, worker] of working) {
      const row = rows.find((one) => one.phase === phase);
      if (row !== undefined && row.round === worker.round && !isFinished(row.status)) continue;
      worker.stop.abort(new Error('what it works on is over'));
      await worker.ended;
    }
  }
}

const isBusy = (working: ReadonlyMap<PhaseId, Worker>, slot: number): boolean =>
  [...working.values()].some((worker) => worker.slot === slot);

/** A phase that is finished leaves its slot to others. */
async function released(drive: Drive, phase: PhaseId): Promise<Drive> {
  const { slot, status } = drive.record;
  const row = status.rows.find((one) => one.phase === phase);
  if (slot === undefined || (row !== undefined && !isFinished(row.status))) return drive;
  await drive.state.note({ phase: null });
  return { ...drive, record: { ...drive.record, slot: { ...slot, phase: null } } };
}
