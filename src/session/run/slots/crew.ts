import type { PhaseId } from '../../../model/names/ids.ts';
import { isFinished } from '../../../model/graph/planNext.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { showTip } from '../../checkpoint/statusFile.ts';
import { passedBy, tipOf, type Drive } from '../../drive.ts';
import { NOTHING_BEFORE, type RunOptions } from '../runPhase.ts';
import { takeSlot } from './takeSlot.ts';
import { tellingOf, toldBy } from './tellingOf.ts';
import { createTurns, type Turns } from './turns.ts';
import { workOn, type TakeUp } from './workOn.ts';

interface Worker {
  readonly slot: number;
  readonly round: number;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** The phases at work, each in a slot of its own, and the line on which they are published. */
export class Crew {
  readonly #working = new Map<PhaseId, Worker>();
  readonly #turns: Turns;
  readonly #options: RunOptions;
  readonly #signal: AbortSignal;
  readonly #takeUp: TakeUp;
  readonly #worldAt: Drive['worldAt'];
  #first: Drive;
  #begun = false;
  #fault: { readonly error: unknown } | null = null;

  /** @param signal aborts: all are stopped */
  constructor(first: Drive, options: RunOptions, signal: AbortSignal, takeUp: TakeUp) {
    this.#first = first;
    this.#options = options;
    this.#signal = signal;
    this.#takeUp = takeUp;
    this.#worldAt = first.worldAt;
    this.#turns = createTurns(tipOf(first), () => [...this.#working.keys()]);
  }

  /** The first slot, as of the newest tip. */
  get lead(): Drive {
    return passedBy(this.#first, this.#turns.tip());
  }

  get working(): ReadonlyMap<PhaseId, unknown> {
    return this.#working;
  }

  /** Something was begun or published. */
  get hasBegun(): boolean {
    return this.#begun;
  }

  /** A phase ended with an error: the others are let end, then it is thrown. */
  get hasFailed(): boolean {
    return this.#fault !== null;
  }

  async begin(phase: Phase): Promise<void> {
    const busy = new Set([...this.#working.values()].map(({ slot }) => slot));
    const drive = await takeSlot(this.lead, phase.id, busy);
    const { slot } = drive.checkout;
    const isAlone = drive.record.slot === undefined;
    // Nobody else touches the tree in which somebody works.
    if (slot === 1) this.#first = isAlone ? drive : { ...drive, ahead: tipOf(drive) };
    const stop = new AbortController();
    const rows = tipOf(drive).record.status.rows;
    const round = rows.find((row) => row.phase === phase.id)?.round ?? 1;
    const before = this.#begun ? { ...NOTHING_BEFORE, follows: true, resumed: false } : this.#options;
    this.#begun = true;
    const work = workOn(
      isAlone ? drive : tellingOf({ ...drive, beside: [...this.#working.keys()] }, phase.id),
      phase,
      { ...before, resumed: isAlone ? before.resumed : this.#options.resumed },
      AbortSignal.any([this.#signal, stop.signal]),
      { turns: this.#turns, takeUp: this.#takeUp },
    );
    this.#working.set(phase.id, { slot, round, stop, ended: this.#end(phase.id, slot, work) });
    await this.#show(slot);
  }

  /** Publishes what needs no working tree; always true. */
  async publish(act: (at: Drive) => Promise<Drive>): Promise<true> {
    this.#begun = true;
    const { drive } = await this.#turns.take(this.lead, async (at) => ({ drive: await act(at) }));
    if ([...this.#working.values()].every(({ slot }) => slot !== 1)) this.#first = drive;
    await this.#stopPointless();
    return true;
  }

  /** Waits until one of them has ended, and stops those that it has made pointless. */
  async oneEnded(): Promise<void> {
    await Promise.race([...this.#working.values()].map(({ ended }) => ended));
    await this.#stopPointless();
  }

  /** Waits for all; throws what one of them failed with. */
  async end(): Promise<void> {
    await Promise.all([...this.#working.values()].map(({ ended }) => ended));
    if (this.#fault !== null) throw this.#fault.error;
  }

  async #end(phase: PhaseId, slot: number, work: Promise<Drive>): Promise<void> {
    await this.#orFault(async () => {
      const drive = await released(toldBy(await work, this.#worldAt), phase);
      if (slot === 1) this.#first = drive;
    });
    this.#working.delete(phase);
    // Nobody waits for one that is not at work: what it throws would end the process.
    await this.#orFault(() => this.#show(slot));
  }

  async #orFault(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#fault ??= { error };
    }
  }

  /** People look at the first slot. */
  async #show(slot: number): Promise<void> {
    if (slot !== 1) await showTip({ ...this.lead, beside: [...this.#working.keys()] });
  }

  /** What another round reopens, or a phase that ends the session skips, is stopped. */
  async #stopPointless(): Promise<void> {
    const { rows } = this.#turns.tip().record.status;
    for (const [phase, worker] of this.#working) {
      const row = rows.find((one) => one.phase === phase);
      if (row !== undefined && row.round === worker.round && !isFinished(row.status)) continue;
      // That it is stopped is no fault.
      const fault = this.#fault;
      worker.stop.abort(new Error('what it works on is over'));
      await worker.ended;
      this.#fault = fault;
    }
  }
}

/** A phase that is finished leaves its slot to others. */
async function released(drive: Drive, phase: PhaseId): Promise<Drive> {
  const { slot, status } = drive.record;
  const row = status.rows.find((one) => one.phase === phase);
  if (slot === undefined || (row !== undefined && !isFinished(row.status))) return drive;
  await drive.state.note({ phase: null });
  return { ...drive, record: { ...drive.record, slot: { ...slot, phase: null } } };
}
