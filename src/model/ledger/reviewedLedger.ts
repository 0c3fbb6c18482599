import { type PacketItem, packetItems } from '../packet/packetItems.ts';
import { inertText } from '../packet/safeText.ts';
import { MORE, shownItem } from '../packet/shownItem.ts';
import { composeLedger } from './composeLedger.ts';
import { foldLedgers, type HandedItem } from './foldLedgers.ts';
import { itemKey } from './itemKey.ts';
import type { Ledger, LedgerItem, PlacedLedger } from './ledger.ts';

/**
 * The ledger of a phase whose packet a person looked at: with what they wrote into it, without what they took out of what the
 * phase says; what they took out of what came before is named.
 *
 * @param before ledgers of the phases before
 * @param own as it would be without them, in its folder
 * @param budget of the packet
 */
export function reviewedLedger(
  before: readonly PlacedLedger[],
  own: PlacedLedger,
  packet: { readonly asked: string; readonly edited: string; readonly budget: number },
): Ledger {
  const { ledger } = own;
  const [asked, edited] = [packetItems(packet.asked), packetItems(packet.edited)];
  const added = missingIn(asked, edited);
  const gone = missingIn(edited, asked).filter(({ shown }) => !shown.startsWith(MORE));
  if (added.length + gone.length === 0) return ledger;
  const all = foldLedgers(ledger.session, [...before, own]);
  const isOwn = ({ id }: HandedItem): boolean => /^(.*)\.\d+$/.exec(id)?.[1] === own.folder;
  const found = gone.flatMap((item) => all.find((known) => isShownAs(known, item, packet.budget)) ?? []);
  const dropped = new Set(found.filter(isOwn).map(({ id }) => Number(/\d+$/.exec(id)?.[0])));
  const written = added.map(({ section, text }): LedgerItem => ({ section, text: inertText(text).trim() }));
  return composeLedger(
    ledger,
    [
      ...ledger.items.filter((_item, at) => !dropped.has(at + 1)),
      ...written.filter(({ text }) => text !== ''),
    ],
    foldLedgers(ledger.session, before),
    found.filter((item) => !isOwn(item)).map(({ section, text }) => ({ section, text })),
  );
}

const keyOf = ({ section, shown }: PacketItem): string => `${section}\n${itemKey(shown)}`;

function missingIn(these: readonly PacketItem[], of: readonly PacketItem[]): readonly PacketItem[] {
  const known = new Set(these.map(keyOf));
  return of.filter((item) => !known.has(keyOf(item)));
}

const isShownAs = (known: HandedItem, item: PacketItem, budget: number): boolean =>
  known.section === item.section &&
  [false, true].some((bare) => itemKey(shownItem(known, budget, bare)) === itemKey(item.shown));
