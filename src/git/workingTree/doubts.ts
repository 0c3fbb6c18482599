import type { BigIntStats } from 'node:fs';
import type { RepoPath } from '../../model/names/ids.ts';
import { doubtSince, seenEntry, type InDoubt } from './inDoubt.ts';
import type { IndexEntry } from './indexEntries.ts';
import { entryBytes, hasStat } from './indexEntry.ts';
import type { Place } from './place.ts';
import type { Replacements } from './spliceFile.ts';

/** Which entries of a private index are in doubt (`inDoubt.ts`), as far as whoever writes it has to know. */
export interface Doubts {
  /** To be called by whoever may write the index. Before, nothing is known, and nothing is asked. */
  begin(): void;
  paths(): Promise<ReadonlySet<RepoPath>>;
  /** The index now holds these. */
  replaced(entries: Replacements): void;
  /** git looked at files for the whole of it, since `moment`. */
  lookedSince(moment: number): Promise<void>;
  /** Entries for these files, as a look found them that began at `moment`; without those that stay in doubt. */
  believed(seen: ReadonlyMap<RepoPath, BigIntStats>, moment: number): ReadonlyMap<string, IndexEntry>;
}

export function createDoubts(place: Pick<Place, 'index' | 'zero'>): Doubts {
  const idBytes = place.zero.length / 2;
  let known: InDoubt | 'to be read' | 'not ours' = 'not ours';
  const since = async (moment: number): Promise<InDoubt> =>
    (await doubtSince(place.index, idBytes, moment)) ?? new Map();
  return {
    begin() {
      if (known === 'not ours') known = 'to be read';
    },
    async paths() {
      if (known === 'not ours') return new Set();
      // Since never: none more comes into doubt by asking.
      if (known === 'to be read') known = await since(Infinity);
      return new Set(known.keys());
    },
    replaced(entries) {
      if (typeof known !== 'string') note(known, entries);
      else known = 'to be read';
    },
    async lookedSince(moment) {
      known = await since(moment);
    },
    believed(seen, moment) {
      const entries = new Map<string, IndexEntry>();
      if (typeof known === 'string') return entries;
      for (const [path, found] of seen) {
        const entry = known.get(path);
        const bytes = entry === undefined ? null : seenEntry(entry.bytes, found, moment);
        if (entry !== undefined && bytes !== null) entries.set(path, { ...entry, bytes });
      }
      return entries;
    },
  };
}

function note(doubts: InDoubt, entries: Replacements): void {
  for (const [path, entry] of entries) {
    doubts.delete(path as RepoPath);
    if (entry === null || entry.mode === '160000') continue;
    const bytes = entry.bytes ?? entryBytes(path, entry).bytes;
    if (!hasStat(bytes, 0)) doubts.set(path as RepoPath, { ...entry, bytes });
  }
}
