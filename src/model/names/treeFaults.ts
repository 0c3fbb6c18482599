import type { Fault } from './faultWords.ts';
import { foldedName, spellsGit, spellsGitmodules, spellsUp } from './hostileNames.ts';

/** An entry of a tree object, as it was read. */
export interface FoundEntry {
  readonly name: string;
  /** Canonical: `40000` a folder, `120000` a link, `160000` a submodule; else a file. */
  readonly mode: string;
  readonly id: string;
  /** What is wrong with it where it stands: a mode of no kind that git knows; not behind the entry before it. */
  readonly odd?: 'mode' | 'order';
}

interface FoundFaults {
  readonly faults: readonly { readonly name: string; readonly why: Fault }[];
  /** The folders in it; those that some file system takes for one are together. */
  readonly below: readonly (readonly FoundEntry[])[];
}

/** Files and folders: more than any repository checks out. A few trees that repeat each other name more than any disk holds. */
export const MOST_PLACES = 5_000_000;

/** As git's own check has it: no file system takes such a name. */
const LONGEST = 4096;
const FOLDER = '40000';

/** Only such names are looked at closely: of 100,000 next to none are. */
const SUSPICIOUS = /^$|^[.g~]|[^\x20-\x7e]|[/\\]/i;

/**
 * What is wrong with a tree, judged as git judges what it writes and what it fetches, with its rules for the file systems
 * of macOS and of Windows on everywhere: a session goes from one machine to another.
 *
 * @param folders one folder; several where a file system takes them for one (`docs`, `Docs`), whose entries meet there
 * @param windows a backslash divides names here
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

/** A submodule is a repository of somebody else's: what folds to its name would be written into that. */
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

/** Entries whose names some file system takes for the same, two and more. */
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

/** An entry is told once, for the first reason. */
function withoutRepeats(faults: FoundFaults['faults']): FoundFaults['faults'] {
  const told = new Set<string>();
  return faults.filter(({ name }) => !told.has(name) && told.add(name));
}
