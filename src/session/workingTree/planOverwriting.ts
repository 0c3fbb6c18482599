import type { BlobId, RepoPath, TreeId } from '../../model/names/ids.ts';
import {
  planOverwrite,
  type Left,
  type OverwritePolicy,
  type PathFacts,
  type Staying,
} from '../../model/plan/planOverwrite.ts';
import { planCapture } from '../../model/capture/planCapture.ts';
import type { Change, Files, WorkingTree } from '../ports.ts';
import type { World } from '../world.ts';
import { MOST_SCANNED, type Captured } from './captureWork.ts';

/** The working tree that is about to be overwritten. */
interface TreeToPlan {
  readonly world: Pick<World, 'repository' | 'files' | 'secrets' | 'settings'>;
  readonly tree: Pick<WorkingTree, 'root' | 'capture' | 'normalised'>;
}

interface Above {
  readonly world: Pick<World, 'files'>;
  readonly tree: Pick<WorkingTree, 'root'>;
}

/** How one tree is written over a working tree: what changes, what does not, and what must be kept first. */
export interface Overwriting {
  readonly policy: OverwritePolicy;
  /** The working tree as it is on disk, including uncaptured files that are in the way. */
  readonly from: TreeId;
  readonly to: TreeId;
  readonly changes: readonly Change[];
  readonly skipped: readonly Left[];
  /** If not empty, nothing may be written. */
  readonly refused: readonly Left[];
  /** Files whose bytes git would not give back unchanged. */
  readonly raw: readonly RepoPath[];
  /** Blobs to write to these files verbatim: git would convert them to something other than what was there. */
  readonly give: ReadonlyMap<RepoPath, BlobId>;
  /** Untracked files that git showed before; null if no file that appears could be taken for the session's work. */
  readonly seen: ReadonlySet<string> | null;
}

/** By default everything is overwritten. */
interface Wish {
  /** Only these paths, each of which is checked. */
  readonly only?: readonly RepoPath[];
  readonly staying?: Staying;
  readonly give?: Overwriting['give'];
}

/** Plans how a working tree comes to hold `to`. Callers raise its refusals in their own words. */
export async function planOverwriting(
  place: TreeToPlan,
  captured: Omit<Captured, 'secrets'>,
  to: TreeId,
  policy: OverwritePolicy,
  { only, staying, give = new Map() }: Wish = {},
): Promise<Overwriting> {
  const { world, tree } = place;
  const { repository } = world;
  const steps = await repository.changes(captured.tree, to, only);
  const facts = await factsOf(place, captured, steps, policy, only);
  const plan = planOverwrite(facts, policy.uncaptured, staying);
  const { rescuedFirst, skipped, refused } = plan;
  const seen = rescuedFirst.length === 0 ? captured.tree : (await tree.capture(rescuedFirst)).tree;
  // What stays is in neither tree: together with what comes it might form a tree that may not be written.
  const after = new Map(steps.map((step) => [step.path, step.after]));
  const stays = new Map(plan.spared.map((path) => [path, after.get(path) ?? null]));
  const from = stays.size === 0 ? seen : await repository.compose(seen, stays);
  const all = from === captured.tree ? steps : await repository.changes(from, to, only);
  const carriedOut = new Set([...plan.written, ...plan.removed]);
  const changes = all.filter(({ path }) => carriedOut.has(path));
  const overwritten = changes.filter((change) => change.before !== null).map((change) => change.path);
  const left = new Set(skipped.map(({ path }) => path));
  const { taken, notCaptured, leftAlone } = captured;
  return {
    policy,
    from,
    to,
    changes,
    skipped,
    refused,
    // A caller that refuses whatever git does not hold has nothing else to keep: a clean file is what git says it is.
    raw: policy.uncaptured === 'refuse' ? [] : await tree.normalised(from, overwritten),
    give: new Map([...give].filter(([path]) => !left.has(path))),
    seen:
      policy.uncaptured === 'rescue' && changes.some(({ path }) => saysWhatIsIgnored(path))
        ? new Set([...taken, ...notCaptured.map(({ path }) => path), ...leftAlone])
        : null,
  };
}

/** In any case of letters: some disks do not tell them apart. */
const saysWhatIsIgnored = (path: RepoPath): boolean => /(?:^|\/)\.gitignore$/i.test(path);

async function factsOf(
  place: TreeToPlan,
  { tree, notCaptured, leftAlone, normalised }: Omit<Captured, 'secrets'>,
  steps: readonly Pick<Change, 'path' | 'before' | 'after'>[],
  { uncaptured }: OverwritePolicy,
  only: readonly RepoPath[] = [],
): Promise<readonly PathFacts[]> {
  const { repository, files } = place.world;
  // A caller that rescues files may also move nobody's work out of the way.
  const alone = new Set<string>(uncaptured === 'rescue' ? leftAlone : []);
  const refused = notCaptured.filter(({ path }) => !alone.has(path));
  const reasons = new Map<string, string>(refused.map(({ path, why }) => [path, why]));
  const converted = new Set<string>(normalised);
  const found = new Map(steps.map((step) => [step.path, step]));
  const facts: PathFacts[] = [];
  for (const path of new Set([...only, ...found.keys()])) {
    const same = found.has(path) ? null : await repository.entry(tree, path);
    const { before, after } = found.get(path) ?? { before: same, after: same };
    const there = await files.kind(place.tree.root, path);
    const fact = {
      path,
      removed: after === null,
      submodule: (after ?? before)?.mode === '160000',
      held: before !== null,
      notCaptured: reasons.get(path) ?? null,
      normalised: converted.has(path),
      there: there?.kind ?? null,
    };
    // Other callers let the write deal with what is above a path.
    const forRescue = uncaptured === 'rescue' ? await askedByRescue(place, fact, there) : NOT_ASKED;
    facts.push({ ...fact, ...forRescue });
  }
  return facts;
}

const NOT_ASKED = { large: false, unkept: null, above: [] };

async function askedByRescue(
  place: TreeToPlan,
  { path, held, removed, notCaptured }: Omit<PathFacts, keyof typeof NOT_ASKED>,
  there: There | null,
): Promise<Pick<PathFacts, keyof typeof NOT_ASKED>> {
  const unseen = there !== null && (!held || notCaptured !== null);
  return {
    large: (there?.bytes ?? 0) > place.world.settings.maxFileBytes,
    unkept: unseen ? await whyUnkept(place, path, there) : null,
    above: removed ? [] : await foldersAbove(place, path),
  };
}

type There = NonNullable<Awaited<ReturnType<Files['kind']>>>;

/** Paths that no rescue may hold or that cannot be read: we could not give them back. */
async function whyUnkept(
  { world: { files, secrets }, tree: { root } }: TreeToPlan,
  path: RepoPath,
  { bytes, kind }: There,
): Promise<string | null> {
  if (kind === 'folder') return null;
  const candidate = { path, change: 'added', tracked: false, bytes, kind } as const;
  const [left] = planCapture([candidate], { maxBytes: Number.POSITIVE_INFINITY }).leave;
  if (left !== undefined) return left.why;
  if (kind !== 'file' || bytes > MOST_SCANNED) return null;
  const read = await files.read(root, path);
  if (read === null) return 'it cannot be read';
  return (await secrets.scan(path, read)).length > 0 ? 'it holds a secret' : null;
}

/** What lies above a path, outermost first, up to the first that is missing. */
export async function foldersAbove(
  { world: { files }, tree: { root } }: Above,
  path: RepoPath,
): Promise<readonly { readonly path: RepoPath; readonly kind: There['kind'] }[]> {
  const above: { path: RepoPath; kind: There['kind'] }[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    const folder = path.slice(0, end) as RepoPath;
    const there = await files.kind(root, folder);
    if (there === null) break;
    above.push({ path: folder, kind: there.kind });
  }
  return above;
}
