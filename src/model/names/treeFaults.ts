import type { Fault } from './faultWords.ts';
import { foldedName, spellsGit, spellsGitmodules, spellsUp } from './hostileNames.ts';

/** An entry of a tree object, as read. */
export interface FoundEntry {
  readonly name: string;
  /** Canonical: `40000` a folder, `120000` a link, `160000` a submodule; else a file. */
  readonly mode: string;
  readonly id: string;
  /** What the reader found wrong: a mode that git does not know, or a name that does not sort behind the entry before. */
  readonly odd?: 'mode' | 'order';
}

interface FoundFaults {
  readonly faults: readonly { readonly name: string; readonly why: Fault }[];
  /** Its folders, grouped: those that some file system takes for one are together. */
  readonly below: readonly (readonly FoundEntry[])[];
}

/** The most files and folders: more than any repository has. A few trees that repeat each other can name more than any disk holds. */
export const MOST_PLACES = 5_000_000;

/** The limit of git's own check: no file system takes a longer name. */
const LONGEST = 4096;
const FOLDER = '40000';

/** Only these names are examined closely: next to none of 100,000. */
const SUSPICIOUS = /^$|^[.g~]|[^\x20-\x7e]|[/\\]/i;

/**
 * Finds what is wrong with a tree, by the rules that git applies to what it writes and fetches, and with its rules for the
 * file systems of macOS and Windows on every machine: a session goes from one machine to another.
 *
 * @param folders one folder, or several that a file system takes for one (`docs`, `Docs`), whose entries would be mixed
 * @param windows true if a backslash separates names here
 */
export function findFaults(folders: readonly (readonly FoundEntry[])[], windows: boolean): FoundFaults {
  const faults: { name: string; why: Fault }[] = [];
  for (const entries of folders) {
    const names = new Set<string>();
    for (const entry of entries) {
      const why = names.has(entry.name) ? 'duplicate' : faultOf(entry, windows);
      names.add(entry.name);
      if (why !== null) faults.push({ name: entry.name, why });
    }
  }
  const together = folders.length === 1 ? (folders[0] ?? []) : folders.flat();
  const isLinked = together.some(({ mode }) => isLink(mode));
  const groups = foldedTogether(isLinked ? together : together.filter(({ mode }) => mode === FOLDER));
  for (const group of groups.filter((some) => some.some(({ mode }) => isLink(mode))))
    for (const { name } of group) faults.push({ name, why: 'beside-link' });
  return { faults: withoutRepeats(faults), below: foldersOf(together, groups) };
}

/** A submodule is somebody else's repository: what folds to its name would be written into it. */
const isLink = (mode: string): boolean => mode === '120000' || mode === '160000';

function faultOf({ name, mode, id, odd }: FoundEntry, windows: boolean): Fault | null {
  if (name.length > LONGEST) return 'too-long';
  const why = SUSPICIOUS.test(name) ? faultOfName(name, mode, windows) : null;
  return why ?? odd ?? (/^0+$/.test(id) ? 'no-object' : null);
}

function faultOfName(name: string, mode: string, windows: boolean): Fault | null {
  if (name === '') return 'empty';
  if (name.includes('/')) return 'slash';
  if (name === '.') return 'dot';
  if (spellsUp(name)) return 'up';
  if (spellsGit(name)) return 'git';
  if (mode === '120000' && spellsGitmodules(name)) return 'gitmodules';
  return windows && name.includes('\\') ? 'backslash' : null;
}

/** What is wrong with the first name in a path that may not be; by the rules of links, which may have fewer. */
export function faultOfPath(path: string): Fault | null {
  const faults = path.split('/').map((name) => faultOfName(name, '120000', true));
  return faults.find((why) => why !== null) ?? null;
}

/** Groups of two or more entries whose names some file system takes for the same. */
function foldedTogether(entries: readonly FoundEntry[]): readonly (readonly FoundEntry[])[] {
  const first = new Map<string, FoundEntry>();
  const groups = new Map<string, FoundEntry[]>();
  for (const entry of entries) {
    const folded = foldedName(entry.name);
    const before = first.get(folded);
    if (before === undefined) first.set(folded, entry);
    else {
      const group = groups.get(folded) ?? [before];
      group.push(entry);
      groups.set(folded, group);
    }
  }
  return [...groups.values()];
}

function foldersOf(
  entries: readonly FoundEntry[],
  groups: readonly (readonly FoundEntry[])[],
): FoundFaults['below'] {
  const folders = entries.filter(({ mode }) => mode === FOLDER);
  if (groups.length === 0) return folders.map((folder) => [folder]);
  const grouped = groups.map((group) => group.filter(({ mode }) => mode === FOLDER));
  const inGroup = new Set(grouped.flat());
  return [
    ...grouped.filter((group) => group.length > 0),
    ...folders.filter((folder) => !inGroup.has(folder)).map((folder) => [folder]),
  ];
}

/** Keeps the first fault of each entry. */
function withoutRepeats(faults: FoundFaults['faults']): FoundFaults['faults'] {
  const told = new Set<string>();
  return faults.filter(({ name }) => !told.has(name) && told.add(name));
}
