import { CairnError } from '../../../base/cairnError.ts';
import type { GivenWord } from '../../../model/agent/givenWord.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import { isOver, isReopened } from '../../../model/graph/isOver.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { showTip } from '../../checkpoint/statusFile.ts';
import { passedBy, tipOf, type Drive } from '../../drive.ts';
import { keepRestore } from '../../drive/restoreJournal.ts';
import { asNoted } from '../../drive/standing.ts';
import type { WordReply } from '../../ports.ts';
import { rowOf } from '../../record/rows.ts';
import type { Begins } from '../runPhase.ts';
import { asideOver, slotsOver } from './asideSlots.ts';
import { released } from './released.ts';
import { chooseSlots, emptied, takeSlot } from './takeSlot.ts';
import { spoken, wordsGiven } from './spoken.ts';
import { tellingOf, toldBy } from './tellingOf.ts';
import { createTurns, type Turns } from './turns.ts';
import { workOn, type Beyond } from './workOn.ts';

interface Worker {
  readonly slot: number;
  /** Its row as it began. */
  readonly row: StatusRow;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** The phases at work, each in a slot of its own, and the line on which they are published. */
export class Crew {
  readonly #working = new Map<PhaseId, Worker>();
  /** Slots besides the first in which nobody works, as they were left. */
  readonly #idle = new Map<number, Drive>();
  readonly #turns: Turns;
  readonly #options: Begins;
  readonly #signal: AbortSignal;
  readonly #beyond: Beyond;
  readonly #worldAt: Drive['worldAt'];
  #first: Drive;
  #begun = false;
  #fault: { readonly error: unknown } | null = null;

  /** @param signal aborts: all are stopped */
  constructor(first: Drive, options: Begins, signal: AbortSignal, beyond: Beyond) {
    this.#first = first;
    this.#options = options;
    this.#signal = signal;
    this.#beyond = beyond;
    this.#worldAt = first.worldAt;
    this.#turns = createTurns(tipOf(first), () => [...this.#working.keys()]);
  }

  /** The first slot, as of the newest tip. */
  get lead(): Drive {
    return { ...passedBy(this.#first, this.#turns.tip()), busy: this.#busy };
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

  /** Begins phases at once; their slots are made ready side by side. */
  async begin(phases: readonly Phase[]): Promise<void> {
    const { lead } = this;
    const ids = phases.map(({ id }) => id);
    const chosen = await chooseSlots(lead, ids);
    // Nobody else touches the tree in which somebody works.
    if (lead.record.slot !== undefined && chosen.some(({ slot }) => slot === 1))
      this.#first = { ...lead, ahead: tipOf(lead) };
    const ready = chosen.map(async (one, at) => {
      const known = this.#idle.get(one.slot);
      this.#idle.delete(one.slot);
      const phase = phases[at];
      if (phase !== undefined) await this.#work(await takeSlot(lead, one, known), phase, ids);
    });
    const ends = await Promise.allSettled(ready);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #work(
    { drive, isFresh }: Awaited<ReturnType<typeof takeSlot>>,
    phase: Phase,
    together: readonly PhaseId[],
  ): Promise<void> {
    const { slot } = drive.checkout;
    const isAlone = drive.record.slot === undefined;
    if (slot === 1) this.#first = isAlone ? drive : { ...drive, ahead: tipOf(drive) };
    const stop = new AbortController();
    const row = rowOf(drive.record.status.rows, phase.id);
    const known = this.#begun ? { follows: true, resumed: false } : this.#options;
    const begins = isAlone ? known : { follows: isFresh, resumed: this.#options.resumed };
    this.#begun = true;
    const others = [...new Set([...this.#working.keys(), ...together])].filter((id) => id !== phase.id);
    const work = workOn(
      isAlone ? drive : tellingOf({ ...drive, beside: others }, phase.id),
      phase,
      begins,
      AbortSignal.any([this.#signal, stop.signal]),
      { turns: this.#turns, takeUp: this.#beyond.takeUp },
    );
    this.#working.set(phase.id, { slot, row, stop, ended: this.#end(drive, row, work) });
    await this.#show(slot);
  }

  /** Publishes what needs no working tree, and empties the slots of what it has skipped; always true. */
  async publish(act: (at: Drive) => Promise<Drive>): Promise<true> {
    this.#begun = true;
    await this.#lead(act);
    await this.stopPointless();
    await this.#lead((at) => asideOver(at));
    return true;
  }

  async #lead(act: (at: Drive) => Promise<Drive>): Promise<void> {
    await this.#inTurn(async (at) => {
      const first = this.#first;
      const drive = await act(at);
      if (this.#first === first && !this.#busy.has(1)) this.#first = drive;
      return { drive };
    });
  }

  /** With the first slot as it is by then: who worked there may have ended while this waited for its turn. */
  #inTurn<T extends { readonly drive: Drive }>(act: (lead: Drive) => Promise<T>): Promise<T> {
    return this.#turns.take(this.lead, ({ beside }) => act({ ...this.lead, beside }));
  }

  /** Slots in which somebody works. */
  get #busy(): ReadonlySet<number> {
    return new Set([...this.#working.values()].map(({ slot }) => slot));
  }

  /** Waits for the first of these, or until a person says something. */
  async oneEnded(ends: Crew['ends']): Promise<void> {
    const over = new AbortController();
    await Promise.race([
      ...ends,
      spoken(() => this.lead, this.#working, AbortSignal.any([over.signal, this.#signal])),
    ]);
    over.abort();
  }

  /** Takes up what people say of phases that wait, in the order in which they said it. */
  async hear(): Promise<void> {
    for (const word of await wordsGiven(this.lead, this.#working)) {
      const refused = await this.#heard(word);
      await this.#first.state.words.close(word, { refused });
    }
    // Before it is decided what begins: what waits may have been reopened, and its next round begins without what lies there.
    if ((await slotsOver(this.lead, isReopened)).length > 0)
      await this.#lead((at) => asideOver(at, isReopened));
  }

  async #heard(word: GivenWord): Promise<WordReply['refused']> {
    try {
      const { drive } = await this.#inTurn(async (at) => {
        // What it is about is done in a slot that is opened for it, and left elsewhere than it was.
        this.#idle.clear();
        const row = at.record.status.rows.find(({ phase }) => phase === word.phase);
        const done = await this.#beyond.hear(at, word);
        return { drive: row === undefined ? done : await released(done, row) };
      });
      if (drive.checkout.slot === 1) this.#first = drive;
      await this.stopPointless();
      return null;
    } catch (error) {
      if (!(error instanceof CairnError) || error.code.startsWith('lease/')) throw error;
      return { code: error.code, details: error.details };
    } finally {
      // A word that is refused may have brought it onto the tip, too.
      if (!this.#busy.has(1)) this.#first = await asNoted(this.lead);
    }
  }

  /** The slots besides the first that are open, and in which nobody works. */
  get idle(): readonly Drive[] {
    return [...this.#idle.values()];
  }

  /** The ends of those at work. */
  get ends(): readonly Promise<void>[] {
    return [...this.#working.values()].map(({ ended }) => ended);
  }

  /** Waits for all; throws what one of them failed with. */
  async end(): Promise<void> {
    await Promise.all(this.ends);
    if (this.#fault !== null) throw this.#fault.error;
  }

  async #end(begun: Drive, row: StatusRow, work: Promise<Drive>): Promise<void> {
    const { slot } = begun.checkout;
    await this.#orFault(async () => {
      const drive = await this.#left(begun, row, work);
      if (slot === 1) this.#first = drive;
      else if (drive.record.slot?.phase === null) this.#idle.set(slot, drive);
    });
    this.#working.delete(row.phase);
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

  /** The slot as it is left. */
  async #left(begun: Drive, row: StatusRow, work: Promise<Drive>): Promise<Drive> {
    try {
      return await released(toldBy(await work, this.#worldAt), row);
    } catch (error) {
      const tip = this.#turns.tip();
      // That it is stopped because nobody needs it any more is no fault; what fails once its own work is published is one.
      const isStopped = isOver(row, tip.record.status.rows) && !this.#turns.hasPublished(row.phase);
      if (begun.record.slot === undefined || this.#signal.aborted || !isStopped) throw error;
      const idle = await emptied(await asNoted(passedBy(begun, tip)), row.phase);
      await keepRestore(idle.state);
      return idle;
    }
  }

  /** People look at the first slot. */
  async #show(slot: number): Promise<void> {
    if (slot !== 1) await showTip({ ...this.lead, beside: [...this.#working.keys()] });
  }

  /** Stops what another round reopens, or a phase that ends the session skips. */
  async stopPointless(): Promise<void> {
    const { rows } = this.#turns.tip().record.status;
    const pointless = [...this.#working.values()].filter(({ row }) => isOver(row, rows));
    for (const { stop } of pointless) stop.abort(new Error('what it works on is over'));
    await Promise.all(pointless.map(({ ended }) => ended));
  }
}
