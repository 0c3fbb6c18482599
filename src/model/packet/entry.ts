/** One item of a packet's section. */
export interface Entry {
  /** Folder of the phase that said it, `<NN>-<phase>`; `opened` for the beginning; null when nobody knows. */
  readonly label: string | null;
  /** Inert text; lines after the first belong to the item. */
  readonly text: string;
  /** What stands there instead when room is scarce, if it has a shorter form. */
  readonly short?: string;
  /** Pointers to where it stands whole; empty for what came with the packet before: that one is its pointer. */
  readonly sources: readonly string[];
  /** How many items it stands for: more than 1 for one that says how many were folded. */
  readonly count: number;
}

/** Label of what was there when the session opened. */
export const OPENED = 'opened';

/** The pointer to a file of a phase's folder: `<NN>-<phase>/<file>@<phase>`. */
export function pointerTo(label: string, file: string): string {
  return label === OPENED ? `${file}@opened` : `${label}/${file}@${label.replace(/^\d+-/, '')}`;
}

/** Pointers as they stand in a packet. */
export const quoted = (pointers: readonly string[]): string =>
  pointers.map((pointer) => `\`${pointer}\``).join(', ');

/** The item as it stands in a packet: its label, its text, lines after the first indented so that they stay in it. */
export function renderEntry(entry: Entry): string {
  const text = entry.text.replaceAll('\n', '\n  ');
  return entry.label === null ? `- ${text}` : `- [${entry.label}] ${text}`;
}

/** Says that items are elsewhere. `earlier`: of phases before; `more`: of the phase that hands the packet on. */
export function foldedEntry(
  folded: readonly Entry[],
  how: {
    readonly word: 'earlier' | 'more';
    readonly label: string | null;
    readonly pointers: readonly string[];
  },
): Entry {
  const count = folded.reduce((sum, entry) => sum + entry.count, 0);
  return {
    label: how.label,
    text: `… ${count} ${how.word}: ${quoted(how.pointers)}`,
    sources: how.pointers,
    count,
  };
}

/** How two items are recognised as the same one. */
export const entryKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s`*_\\]+/g, ' ')
    .trim()
    .replace(/[.;]$/, '');
