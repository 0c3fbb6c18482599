import type { PacketReview } from '../packet/packetReview.ts';
import { inertText } from '../packet/safeText.ts';
import { wasShownAs, withRest } from '../packet/shownItem.ts';
import { composeLedger } from './composeLedger.ts';
import { foldLedgers, type HandedItem, stillHolds } from './foldLedgers.ts';
import { itemKey } from './itemKey.ts';
import type { Ledger, LedgerItem, PlacedLedger } from './ledger.ts';

type About = Pick<Ledger, 'session' | 'phase' | 'seq' | 'at'>;

/**
 * The ledger of a phase: what it says, with what a person wrote into its packet and without what they took out of that.
 *
 * It is made of the ledgers that are there once the phase is closed. Others may have been published since the packet was shown, so
 * what was taken out is looked for anew: of what the phase itself says it is left out, of what others handed on it is named. An edit
 * of what another phase said is one of an item that still holds; where that was answered or taken out since, the edit is over with it.
 *
 * @param before ledgers of the phases before, in any order
 * @param own what the phase says, in the folder that its ledger will be in
 * @param review null if nobody was to look at its packet
 */
export function reviewedLedger(
  about: About,
  before: readonly PlacedLedger[],
  own: { readonly folder: string; readonly said: readonly LedgerItem[] },
  review: PacketReview | null,
): Ledger {
  const { session } = about;
  const earlier = foldLedgers(session, before);
  if (review === null) return composeLedger(about, own.said, earlier);
  const said = composeLedger(about, own.said, []);
  const shownOwn = foldLedgers(session, [{ folder: own.folder, ledger: said }]);
  const holding = earlier.filter(stillHolds);
  const find = (section: LedgerItem['section'], shown: string): readonly HandedItem[] =>
    [...shownOwn, ...holding].filter((known) => known.section === section && wasShownAs(known, shown));
  // Two items with the same text are one item, whoever else says it by now.
  const gone = new Set(review.tookOut.flatMap(({ section, shown }) => find(section, shown)).map(itemKey));
  const dropped = new Set(shownOwn.filter((item) => gone.has(itemKey(item))).map(numberOf));
  const label = labelOf(own.folder);
  const written = review.wrote.flatMap(({ section, text, insteadOf }): readonly LedgerItem[] => {
    const shown = review.tookOut.find((item) => item.shown === insteadOf);
    const [original] = shown === undefined ? [] : find(shown.section, shown.shown);
    if (shown === undefined || original === undefined)
      return insteadOf === undefined || isOf(label, insteadOf) ? [{ section, text }] : [];
    return [{ section, text: withRest(text, shown.shown, original) }];
  });
  const inert = written.map(({ section, text }) => ({ section, text: inertText(text).trim() }));
  return composeLedger(
    about,
    [...said.items.filter((_item, at) => !dropped.has(at + 1)), ...inert.filter(({ text }) => text !== '')],
    earlier,
    holding.filter((item) => gone.has(itemKey(item))).map(({ section, text }) => ({ section, text })),
  );
}

const numberOf = ({ id }: HandedItem): number => Number(/\d+$/.exec(id)?.[0]);

/** Of an earlier round it is that of the phase. */
const labelOf = (folder: string): string => folder.replace(/\/.*/, '');

/** Whether an item that a packet shows is from this phase. */
const isOf = (label: string, shown: string): boolean =>
  shown.startsWith(`[${label}] `) || shown.startsWith(`\`${label}/`);
