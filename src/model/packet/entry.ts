/** One item of a packet's section. */
export interface Entry {
  /** Folder of the phase that it is from, `<NN>-<phase>`; `opened` for the beginning; null if unknown. */
  readonly label: string | null;
  /** For the line that says how much of earlier phases is elsewhere: label of the newest of them. */
  readonly upTo?: string;
  /** Inert text; lines after the first belong to the item. */
  readonly text: string;
  /** A shorter form for when room is scarce, if it has one. */
  readonly short?: string;
  /** Pointers to the full text; empty for entries of the previous packet, which is their pointer. */
  readonly sources: readonly string[];
  /** How many items it stands for; more than 1 if it says how many were folded. */
  readonly count: number;
}

/** The label of what existed when the session opened. */
export const OPENED = 'opened';

/** The pointer to a file of a phase's folder: `<NN>-<phase>/<file>@<phase>`. */
export function pointerTo(label: string, file: string): string {
  return label === OPENED ? `${file}@opened` : `${label}/${file}@${label.replace(/^\d+-/, '')}`;
}

/** Renders pointers. */
export const quoted = (pointers: readonly string[]): string =>
  pointers.map((pointer) => `\`${pointer}\``).join(', ');

/**
 * Renders an item: its label and its text, with later lines indented so that they stay in it. An item that begins with a
 * pointer into its phase's folder has its label in that.
 */
export function renderEntry(entry: Entry): string {
  const text = entry.text.replaceAll('\n', '\n  ');
  return entry.label === null || text.startsWith(`\`${entry.label}/`)
    ? `- ${text}`
    : `- [${entry.label}] ${text}`;
}

/** Says that items of this phase are elsewhere, at these pointers. */
export function moreElsewhere(
  folded: readonly Entry[],
  label: string | null,
  pointers: readonly string[],
): Entry {
  const count = total(folded);
  return { label, text: `… ${count} more: ${quoted(pointers)}`, sources: pointers, count };
}

/**
 * Says that items of earlier phases are elsewhere. One pointer covers them all: the packet of the newest of these phases, since
 * every packet merges the ones before it.
 */
export function earlierElsewhere(folded: readonly Entry[], packetPointer: string): Entry {
  const newest = folded.at(-1);
  const upTo = newest?.label ?? newest?.upTo;
  const pointer = upTo === undefined ? packetPointer : pointerTo(upTo, 'PACKET.md');
  const count = total(folded);
  const entry = { label: null, text: `… ${count} earlier: ${quoted([pointer])}`, sources: [pointer], count };
  return upTo === undefined ? entry : { ...entry, upTo };
}

const total = (entries: readonly Entry[]): number => entries.reduce((sum, entry) => sum + entry.count, 0);

/** Two items with the same key are the same item. */
export const entryKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s`*_\\]+/g, ' ')
    .trim()
    .replace(/[.;]$/, '');
