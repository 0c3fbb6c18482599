import * as z from 'zod/mini';
import { textKey, wordsKey } from '../ledger/itemKey.ts';
import type { RecordOf } from '../parsing/recordFields.ts';
import { SECTION_HEADINGS } from './packetHeadings.ts';
import { type PacketItem, packetItems } from './packetItems.ts';
import { MORE } from './shownItem.ts';

const sectionField = z.enum(SECTION_HEADINGS);
/** `shown`: as the packet that was looked at has it, with its label. */
const tookOut = z.looseObject({ section: sectionField, shown: z.string() });
const wrote = z.looseObject({
  section: sectionField,
  text: z.string(),
  /** The item of `tookOut` that it was made of. */
  insteadOf: z.exactOptional(z.string()),
});

/** What a person made of a packet, as `phase.json` has it. */
export const packetReviewField = z.looseObject({ wrote: z.array(wrote), tookOut: z.array(tookOut) });
export type PacketReview = RecordOf<typeof packetReviewField>;

/** No packet within its budget has more items; to compare more of them costs. */
const MOST = 1000;

/** Reads what a person changed: `asked` is the packet that they were to look at, `edited` the same as they left it. */
export function packetReview(asked: string, edited: string): PacketReview {
  const [before, now] = [packetItems(asked), packetItems(edited)];
  const gone = missingIn(now, before).filter(({ shown }) => !shown.startsWith(MORE));
  const unpaired = new Set(gone);
  const written = missingIn(before, now).map((item) => {
    const { section, text } = item;
    const original = unpaired.size > MOST ? null : mostAlike(item, [...unpaired]);
    if (original === null) return { section, text };
    unpaired.delete(original);
    return { section, text, insteadOf: original.shown };
  });
  return { wrote: written, tookOut: gone.map(({ section, shown }) => ({ section, shown })) };
}

export const isEdited = ({ wrote: written, tookOut: gone }: PacketReview): boolean =>
  written.length + gone.length > 0;

const keyOf = ({ section, shown }: PacketItem): string => `${section}\n${textKey(shown)}`;

/** Those of `of` that `these` lack. */
function missingIn(these: readonly PacketItem[], of: readonly PacketItem[]): readonly PacketItem[] {
  const known = new Set(these.map(keyOf));
  return of.filter((item) => !known.has(keyOf(item)));
}

/** The item that was edited into this one: it has the same label, and most words in common. */
function mostAlike(item: PacketItem, gone: readonly PacketItem[]): PacketItem | null {
  if (item.label === null) return null;
  const words = wordsOf(item);
  const scored = gone
    .filter(({ label }) => label === item.label)
    .map((other) => ({
      other,
      score: shared(words, wordsOf(other)) + Number(other.section === item.section),
    }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.other ?? null;
}

const wordsOf = ({ text }: PacketItem): ReadonlySet<string> => new Set(wordsKey(text).split(' '));

const shared = (these: ReadonlySet<string>, those: ReadonlySet<string>): number =>
  [...these].filter((word) => those.has(word)).length;
