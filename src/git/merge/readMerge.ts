import { lookUp } from '../../base/lookUp.ts';
import type { RepoPath, TreeId } from '../../model/names/ids.ts';
import type { MergeSide, MergeSides } from '../../model/merge/conflictsOf.ts';
import { decodePath, splitNul } from '../bytes.ts';

/** What `git merge-tree --write-tree -z --messages` printed. Paths as git has them, also of files that it laid aside. */
export interface SaidMerge {
  readonly tree: TreeId;
  /** By its exit code. */
  readonly isClean: boolean;
  /** Of each path that is not merged the sides that git shows there. */
  readonly unmerged: ReadonlyMap<RepoPath, MergeSides>;
  readonly messages: readonly SaidMessage[];
}

export interface SaidMessage {
  /** Short and the same in each version, such as `CONFLICT (contents)`. */
  readonly type: string;
  readonly paths: readonly RepoPath[];
}

const SIDES = { '1': 'base', '2': 'ours', '3': 'theirs' } as const;
const NONE: MergeSides = { base: null, ours: null, theirs: null };

/** Tree, unmerged files, an empty piece, messages: number of paths, paths, type, text. Null if it is nothing like that. */
export function readMerge(code: number, out: Buffer): SaidMerge | null {
  const [tree, ...pieces] = splitNul(out);
  if (tree === undefined || !/^[0-9a-f]{40,64}$/.test(tree.toString('latin1'))) return null;
  const unmerged = new Map<RepoPath, MergeSides>();
  let at = 0;
  for (; (pieces[at]?.length ?? 0) > 0; at += 1) {
    const entry = readEntry(pieces[at] ?? Buffer.alloc(0));
    if (entry === null) return null;
    const { path, side, is } = entry;
    unmerged.set(path, { ...(unmerged.get(path) ?? NONE), [side]: is });
  }
  const isClean = code === 0;
  return {
    tree: tree.toString('latin1') as TreeId,
    isClean,
    unmerged,
    messages: readMessages(pieces.slice(at + 1)),
  };
}

/** `<mode> <id> <stage>\t<path>` */
function readEntry(
  piece: Buffer,
): { readonly path: RepoPath; readonly side: keyof MergeSides; readonly is: MergeSide } | null {
  const tab = piece.indexOf(0x09);
  const [, mode, id, stage] =
    /^(\d{6}) ([0-9a-f]{40,64}) ([123])$/.exec(piece.toString('latin1', 0, tab)) ?? [];
  const side = lookUp(SIDES, stage ?? '');
  if (mode === undefined || id === undefined || side === undefined) return null;
  return {
    path: decodePath(piece.subarray(tab + 1)),
    side,
    is: { mode, id },
  };
}

function readMessages(pieces: readonly Buffer[]): readonly SaidMessage[] {
  const messages: SaidMessage[] = [];
  for (let at = 0; at < pieces.length;) {
    const count = Number(pieces[at]?.toString('latin1') || NaN);
    // Advice about submodules: some versions print it behind them as plain text.
    if (!Number.isInteger(count)) break;
    const paths = pieces.slice(at + 1, at + 1 + count).map((piece) => decodePath(piece));
    messages.push({ type: pieces[at + 1 + count]?.toString('latin1') ?? '', paths });
    at += count + 3;
  }
  return messages;
}
