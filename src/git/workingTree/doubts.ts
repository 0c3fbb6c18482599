import { lstatSync, type BigIntStats } from 'node:fs';
import type { RepoPath } from '../../model/names/ids.ts';
import type { Edits } from '../compose.ts';
import { looked } from '../gitDirOf.ts';
import { canBeBelieved, doubtsSince, momentBefore } from './inDoubt.ts';
import { askWhatDiffers } from './filters.ts';
import { datedBefore } from './indexTime.ts';
import { onDisk, type Place } from './place.ts';

/** Tracks which entries of a private index are in doubt (`inDoubt.ts`), for its writer. */
export interface Doubts {
  /** Call this before writing the index. Until then nothing is known or read. */
  begin(): void;
  /** The index now holds these, and knows nothing of their files. */
  replaced(entries: Edits): void;
  /** Has git look at all files. Answers the entries that it then trusts too early, which are in doubt. */
  refresh(): Promise<Edits>;
  /** True if every look rereads so much that a full refresh is worth its time. */
  areMany(): Promise<boolean>;
}

/** Git checks 20,000 files in the time it takes to read this many small ones, or this many bytes. */
const MANY = 200;
const MUCH = 20_000_000;

function isMuch(files: readonly BigIntStats[]): boolean {
  return files.length > MANY || files.reduce((sum, { size }) => sum + Number(size), 0) > MUCH;
}

export function createDoubts(place: Pick<Place, 'git' | 'index' | 'root' | 'zero'>): Doubts {
  let known: Set<RepoPath> | 'to be read' | 'not ours' = 'not ours';
  /** Entries that git, having looked since `moment`, trusts too early. */
  const lookedSince = async (moment: number): Promise<Edits> => {
    const found = await doubtsSince(place.index, place.zero.length / 2, moment);
    known = new Set([...(found?.unknown ?? []), ...(found?.believed.keys() ?? [])]);
    return found?.believed ?? new Map();
  };
  return {
    begin() {
      if (known === 'not ours') known = 'to be read';
    },
    replaced(entries) {
      if (typeof known === 'string') known = 'to be read';
      else
        for (const [path, entry] of entries)
          if (entry === null || entry.mode === '160000') known.delete(path);
          else known.add(path);
    },
    async refresh() {
      // Without this every later look would hash every file again, since looks do not write.
      const { moment } = await datedBefore(place.index, () =>
        askWhatDiffers(place.git, ['update-index', '-q', '--refresh'], {
          cwd: place.root,
          index: place.index,
          writes: true,
          answers: [0, 1],
        }),
      );
      return lookedSince(moment);
    },
    async areMany() {
      // `Infinity`: reading adds no doubts.
      if (known === 'to be read') await lookedSince(Infinity);
      if (typeof known === 'string' || known.size === 0) return false;
      const files = [...known].flatMap(
        (path) => looked(() => lstatSync(onDisk(place.root, path), { bigint: true })) ?? [],
      );
      if (!isMuch(files)) return false;
      const moment = momentBefore(place.index);
      return isMuch(files.filter((found) => canBeBelieved(found, moment)));
    },
  };
}
