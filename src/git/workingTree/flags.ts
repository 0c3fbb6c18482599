import type { RepoPath } from '../../model/names/ids.ts';
import { decodePath, splitNul } from '../bytes.ts';
import { lookAtContent } from './contentLook.ts';
import { diskKind } from './diskKind.ts';
import type { LookAtOwnIndex } from './ownIndex.ts';
import { mapBounded, onDisk, signatureOf, type Place } from './place.ts';

/** Paths that a person told git to ignore changes of (skip-worktree, assume-unchanged), in the working tree's own index. */
export interface Flags {
  read(): Promise<ReadonlyMap<RepoPath, Flag>>;
  /** The flagged ones that differ on disk or cannot be judged. */
  differing(): Promise<readonly RepoPath[]>;
  /** Call this after we wrote the own index with unchanged flags: it need not be read again. */
  unchanged(): Promise<void>;
}

export interface Flag {
  readonly blob: string;
  /** Sparse checkout: being absent from disk is right. */
  readonly mayBeAbsent: boolean;
}

/** `<tag> <mode> <blob> <stage>\t<path>`; `H` is an ordinary entry, `S` skip-worktree, a small letter assume-unchanged. */
const LINE = /^([Sa-z]) \d+ ([0-9a-f]+) \d\t$/;

export function createFlags(
  place: Pick<Place, 'git' | 'root' | 'zero' | 'gitPath'>,
  look: LookAtOwnIndex,
): Flags {
  let known: { readonly signature: string | null; readonly flagged: ReadonlyMap<RepoPath, Flag> } | null =
    null;

  const signature = async (): Promise<string | null> => signatureOf(await place.gitPath('index'));

  const differs = async (path: RepoPath, flag: Flag): Promise<boolean> => {
    if ((await diskKind(place.root, path)) === null) return !flag.mayBeAbsent;
    const look = await lookAtContent(onDisk(place.root, path), place.zero.length);
    return look?.id !== flag.blob;
  };

  const flags: Flags = {
    async read() {
      const now = await signature();
      if (known && known.signature === now) return known.flagged;
      // Few people flag any path, and an index without one needs no process.
      const isFlagged = (await look(await place.gitPath('index')))?.isFlagged ?? true;
      known = { signature: now, flagged: isFlagged ? await askFlagged(place) : NONE };
      return known.flagged;
    },
    async differing() {
      const flagged = [...(await flags.read())];
      const answers = await mapBounded(flagged, ([path, flag]) => differs(path, flag));
      return flagged.filter((_flag, at) => answers[at]).map(([path]) => path);
    },
    async unchanged() {
      if (known) known = { ...known, signature: await signature() };
    },
  };
  return flags;
}

const NONE: ReadonlyMap<RepoPath, Flag> = new Map();
const ORDINARY = 0x48;

async function askFlagged({ git, root }: Pick<Place, 'git' | 'root'>): Promise<ReadonlyMap<RepoPath, Flag>> {
  const { out } = await git(['ls-files', '-v', '-s', '-z', '--full-name'], { cwd: root });
  const flagged = new Map<RepoPath, Flag>();
  for (const line of splitNul(out)) {
    if (line[0] === ORDINARY) continue;
    const tab = line.indexOf(0x09) + 1;
    const match = LINE.exec(line.toString('latin1', 0, tab));
    if (match)
      flagged.set(decodePath(line.subarray(tab)), {
        blob: match[2] ?? '',
        mayBeAbsent: /s/i.test(match[1] ?? ''),
      });
  }
  return flagged;
}
