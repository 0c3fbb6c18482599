import type { SessionId } from '../names/ids.ts';
import { OPENED_FOLDER } from '../names/places.ts';
import { itemKey } from './itemKey.ts';
import type { LedgerItem, PlacedLedger } from './ledger.ts';
import { OpenQuestions } from './openQuestions.ts';

/** An item of the ledger, with where it is from and what became of it. */
export interface HandedItem extends LedgerItem {
  /** Unique in the session: folder and number, `02-plan.3`. */
  readonly id: string;
  /** The folder of its phase, `02-plan`; `opened` for the beginning. */
  readonly label: string;
  /** Place of its ledger in order of publication, from 0. */
  readonly order: number;
  /** Number of the checkpoint that published it, in the session that wrote it. */
  readonly seq: number;
  /** The item that answered it, if it is a question; of a file, that by which it was handed on anew. */
  readonly closedBy?: string;
  /** The phase, as `label`, at whose packet a person took it out. */
  readonly removedBy?: string;
}

/** The label of what existed when the session opened. */
export const OPENED = 'opened';

/** True for what still counts: neither answered nor taken out. */
export const stillHolds = ({ closedBy, removedBy }: HandedItem): boolean =>
  closedBy === undefined && removedBy === undefined;

/**
 * Adds up the ledgers of a session, in order of publication.
 *
 * One that repeats an item that still holds adds nothing. An item `[x] <the question> …` closes that question of an earlier ledger,
 * and counts below Decisions as `Answered: …`. A file that is handed on anew takes the place of what was said of it before.
 */
export function foldLedgers(session: SessionId, ledgers: readonly PlacedLedger[]): readonly HandedItem[] {
  const fold = new Fold();
  for (const [order, placed] of inOrderOfPublication(session, ledgers).entries()) fold.take(placed, order);
  return fold.items;
}

class Fold {
  readonly items: HandedItem[] = [];
  /** Where in `items` what still holds is, by section and key. */
  readonly #holding = new Map<string, number>();
  readonly #open = new OpenQuestions();

  take({ folder, ledger }: PlacedLedger, order: number): void {
    const label = folder === OPENED_FOLDER ? OPENED : folder.replace(/\/.*/, '');
    const of = { label, order, seq: ledger.seq };
    const prefix = folder === OPENED_FOLDER ? OPENED : folder;
    const items = ledger.items.map((item, at) => ({ ...of, ...item, id: `${prefix}.${at + 1}` }));
    for (const { section, text } of ledger.removed)
      this.#end(itemKey({ section, text }), { removedBy: label });
    for (const answer of items.filter(isAnswer)) this.#answer(answer);
    for (const item of items) this.#add(item);
  }

  /** An answer that was given before, and still holds, is told by the item of then. */
  #answer(answer: HandedItem): void {
    const at = this.#holding.get(itemKey(asHeld(answer)));
    const closedBy = (at === undefined ? undefined : this.items[at])?.id ?? answer.id;
    for (const place of this.#open.answeredBy(withoutTick(answer.text))) this.#end(place, { closedBy });
  }

  #end(place: string, how: Pick<HandedItem, 'closedBy' | 'removedBy'>): void {
    const at = this.#holding.get(place);
    const item = at === undefined ? undefined : this.items[at];
    if (at === undefined || item === undefined) return;
    this.items[at] = { ...item, ...how };
    this.#holding.delete(place);
    if (item.section === 'Open questions') this.#open.remove(item.text, place);
  }

  #add(item: HandedItem): void {
    const now = asHeld(item);
    const place = itemKey(now);
    // Advice for the next phase is not kept up: a repetition is news.
    const at = this.#holding.get(place);
    if (at !== undefined && now.section === 'Artifacts') this.#handedOnAnew(place, at, now);
    else if (at !== undefined && now.section !== 'Next') return;
    this.#holding.set(place, this.items.length);
    this.items.push(now);
    if (now.section === 'Open questions') this.#open.add(now.text, place);
  }

  #handedOnAnew(place: string, at: number, { id, order }: HandedItem): void {
    // A person may have written of one file twice.
    if (this.items[at]?.order !== order) this.#end(place, { closedBy: id });
  }
}

const TICK = /^\[[ xX]\]\s+/;
const withoutTick = (text: string): string => text.replace(TICK, '');
/** As it counts: an answer is a decision, a question has no tick. */
function asHeld(item: HandedItem): HandedItem {
  if (item.section !== 'Open questions') return item;
  const text = withoutTick(item.text);
  return isAnswer(item) ? { ...item, section: 'Decisions', text: `Answered: ${text}` } : { ...item, text };
}

const isAnswer = ({ section, text }: LedgerItem): boolean =>
  section === 'Open questions' && /^\[[xX]\]\s/.test(text);

/**
 * Oldest first. Numbers of checkpoints count within one session: what a fork brought along comes before its own, and of several
 * sessions in the order in which they began.
 */
function inOrderOfPublication(session: SessionId, ledgers: readonly PlacedLedger[]): readonly PlacedLedger[] {
  const began = new Map<SessionId, string>();
  for (const { ledger } of ledgers) {
    const known = began.get(ledger.session);
    if (known === undefined || ledger.at < known) began.set(ledger.session, ledger.at);
  }
  const group = ({ ledger }: PlacedLedger): string =>
    ledger.session === session ? '~' : `${began.get(ledger.session)} ${ledger.session}`;
  return ledgers.toSorted(
    (a, b) => compare(group(a), group(b)) || a.ledger.seq - b.ledger.seq || compare(a.folder, b.folder),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
