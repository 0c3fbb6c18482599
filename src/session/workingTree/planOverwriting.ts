import type { BlobId, RepoPath, TreeId } from '../../model/names/ids.ts';
import { planCapture } from '../../model/capture/planCapture.ts';
import { MOST_SCANNED, type Captured } from './captureWork.ts';
import type { Checkout, Drive } from '../drive.ts';
import type { Change } from '../ports.ts';

type Place = Pick<Drive, 'world' | 'session' | 'root'> & { readonly checkout: Pick<Checkout, 'tree'> };

/** One tree written over a working tree, as a value: what will change, what will not, and what must be kept before. */
export interface Overwriting {
  /** The working tree as it lies there, with what no checkpoint captures where it is in the way. */
  readonly from: TreeId;
  readonly to: TreeId;
  readonly changes: readonly Change[];
  readonly skipped: readonly { readonly path: RepoPath; readonly why: string }[];
  /** Files whose bytes git would not give back as they are. */
  readonly raw: readonly RepoPath[];
  /** Blobs whose bytes these files get as they are: what git would give back is not what lay there. */
  readonly give: ReadonlyMap<RepoPath, BlobId>;
  /** Untracked files that git let us see before; null where none that appears could be taken for a session's work. */
  readonly seen: ReadonlySet<string> | null;
}

/**
 * Plans to make a working tree hold `to`.
 *
 * A path in the way that was not captured (ignored, too large) is taken in by name, so that a rescue has it. What
 * may be kept nowhere (secrets) or cannot be read is left alone: it could not be given back.
 *
 * @param spared what lies there under these names stays as it is, although it was captured
 */
export async function planOverwriting(
  place: Place,
  captured: Pick<Captured, 'tree' | 'taken' | 'notCaptured' | 'leftAlone'>,
  to: TreeId,
  spared: ReadonlySet<string> = new Set(),
): Promise<Overwriting> {
  const { repository, files } = place.world;
  const steps = await repository.changes(captured.tree, to);
  const alone = new Set<string>(captured.leftAlone);
  const refused = captured.notCaptured.filter(({ path }) => !alone.has(path));
  const notCaptured = new Map<string, string>(refused.map(({ path, why }) => [path, why]));
  const skipped: { path: RepoPath; why: string }[] = [];
  const unseen: RepoPath[] = [];
  const stays: Change[] = [];
  for (const step of steps) {
    if (spared.has(step.path) && (await files.kind(place.root, step.path)) !== null) {
      stays.push(step);
      skipped.push({ path: step.path, why: 'it was in no checkpoint before the restore, and stays' });
      continue;
    }
    const there = await whatIsThere(place, step, notCaptured.get(step.path));
    const why = (await whyInTheWay(place, step, steps)) ?? there.why;
    if (why !== null) skipped.push({ path: step.path, why });
    else if (there.unseen) unseen.push(step.path);
  }
  const seen = unseen.length === 0 ? captured.tree : await place.checkout.tree.capture(unseen);
  // What stays is no part of either tree: one with it and what comes might be none that may be written.
  const from =
    stays.length === 0
      ? seen
      : await repository.compose(seen, new Map(stays.map(({ path, after }) => [path, after])));
  const left = new Set<string>(skipped.map((item) => item.path));
  const changes = (await repository.changes(from, to)).filter((change) => !left.has(change.path));
  const overwritten = changes.filter((change) => change.before !== null).map((change) => change.path);
  return {
    from,
    to,
    changes,
    skipped,
    raw: await place.checkout.tree.normalised(from, overwritten),
    give: new Map(),
    seen: new Set([...captured.taken, ...captured.notCaptured.map(({ path }) => path), ...alone]),
  };
}

interface There {
  /** True: something lies there that is not in what was captured. */
  readonly unseen: boolean;
  /** Why it must be left alone; null: it may be overwritten. */
  readonly why: string | null;
}

const NOTHING: There = { unseen: false, why: null };

async function whatIsThere(
  { world, root }: Place,
  { path, before }: Change,
  notCaptured: string | undefined,
): Promise<There> {
  if (before !== null && notCaptured === undefined) return NOTHING;
  const there = await world.files.kind(root, path);
  if (there === null || there.kind === 'folder') return NOTHING;
  const candidate = { path, change: 'added', tracked: false, bytes: there.bytes, kind: there.kind } as const;
  const [left] = planCapture([candidate], { maxBytes: Number.POSITIVE_INFINITY }).leave;
  if (left !== undefined) return { unseen: true, why: `${left.why}, so no rescue keeps it` };
  if (there.kind === 'file' && there.bytes <= MOST_SCANNED) {
    const bytes = await world.files.read(root, path);
    if (bytes === null) return { unseen: true, why: 'it cannot be read, so no rescue keeps it' };
    if ((await world.secrets.scan(path, bytes)).length > 0)
      return { unseen: true, why: 'it holds a secret, which no rescue keeps' };
  }
  const large = there.bytes > world.settings.maxFileBytes;
  // Left out for a reason that size does not explain, such as a mark of the user's: git will say so, or we do.
  if (notCaptured !== undefined && !large) return { unseen: true, why: `not captured: ${notCaptured}` };
  return { unseen: true, why: null };
}

/** A folder is never removed, a link never followed; what the same plan clears away first is not in the way. */
async function whyInTheWay(
  { world: { files }, root }: Place,
  { path, before, after }: Change,
  steps: readonly Change[],
): Promise<string | null> {
  if ((after ?? before)?.mode === '160000') return 'it is a submodule';
  if (after === null) return null;
  for (const place of [...foldersOf(path), path]) {
    const kind = (await files.kind(root, place))?.kind;
    if (kind === undefined) return null;
    const fits = place === path ? kind !== 'folder' : kind === 'folder';
    if (!fits && !isCleared(place, steps))
      return place === path ? 'a folder is in the way' : WHY[kind](place);
  }
  return null;
}

const WHY = {
  link: (parent: string) => `${parent} is a link`,
  file: (parent: string) => `the file ${parent} is in the way`,
  special: (parent: string) => `${parent} is not a folder`,
  folder: () => 'a folder is in the way',
};

function isCleared(path: string, steps: readonly Change[]): boolean {
  return steps.some(
    (step) => step.after === null && (step.path === path || step.path.startsWith(`${path}/`)),
  );
}

/** The folders that a path lies in, outermost first. */
function foldersOf(path: RepoPath): readonly RepoPath[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join('/') as RepoPath);
}
