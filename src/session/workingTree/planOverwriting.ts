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

/** Where something is about to be written. */
interface Place {
  readonly world: Pick<World, 'repository' | 'files' | 'secrets' | 'settings'>;
  readonly tree: Pick<WorkingTree, 'root' | 'capture' | 'normalised'>;
}

/** One tree written over a working tree, as a value: what will change, what will not, and what must be kept before. */
export interface Overwriting {
  readonly policy: OverwritePolicy;
  /** The working tree as it is on disk, with what no checkpoint captures where it is in the way. */
  readonly from: TreeId;
  readonly to: TreeId;
  readonly changes: readonly Change[];
  readonly skipped: readonly Left[];
  /** Not empty: nothing may be written. */
  readonly refused: readonly Left[];
  /** Files whose bytes git would not give back as they are. */
  readonly raw: readonly RepoPath[];
  /** Blobs whose bytes these files get as they are: what git would give back is not what lay there. */
  readonly give: ReadonlyMap<RepoPath, BlobId>;
  /** Untracked files that git let us see before; null where none that appears could be taken for a session's work. */
  readonly seen: ReadonlySet<string> | null;
}

/** All of it, and nothing stays, unless said. */
interface Wish {
  /** No more than these paths, each of which is looked at. */
  readonly only?: readonly RepoPath[];
  readonly staying?: Staying;
  readonly give?: Overwriting['give'];
}

/** Plans to make a working tree hold `to`. What it refuses is raised by whoever asked, in words of their own. */
export async function planOverwriting(
  place: Place,
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
  // What stays is no part of either tree: one with it and what comes might be none that may be written.
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
    // Who refuses what git does not hold has nothing else to keep: a clean file is what git says it is.
    raw: policy.uncaptured === 'refuse' ? [] : await tree.normalised(from, overwritten),
    give: new Map([...give].filter(([path]) => !left.has(path))),
    seen:
      policy.uncaptured === 'rescue'
        ? new Set([...taken, ...notCaptured.map(({ path }) => path), ...leftAlone])
        : null,
  };
}

async function factsOf(
  place: Place,
  { tree, notCaptured, leftAlone, normalised }: Omit<Captured, 'secrets'>,
  steps: readonly Pick<Change, 'path' | 'before' | 'after'>[],
  { uncaptured }: OverwritePolicy,
  only: readonly RepoPath[] = [],
): Promise<readonly PathFacts[]> {
  const { repository, files } = place.world;
  // Whoever rescues them may take those that are nobody's work out of the way.
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
    // Others leave to the write what is above a path.
    const forRescue = uncaptured === 'rescue' ? await askedByRescue(place, fact, there) : NOT_ASKED;
    facts.push({ ...fact, ...forRescue });
  }
  return facts;
}

const NOT_ASKED = { large: false, unkept: null, above: [] };

async function askedByRescue(
  place: Place,
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

/** What may be kept nowhere, or cannot be read, could not be given back. */
async function whyUnkept(
  { world: { files, secrets }, tree: { root } }: Place,
  path: RepoPath,
  { bytes, kind }: There,
): Promise<string | null> {
  if (kind === 'folder') return null;
  const candidate = { path, change: 'added', tracked: false, bytes, kind } as const;
  const [left] = planCapture([candidate], { maxBytes: Number.POSITIVE_INFINITY }).leave;
  if (left !== undefined) return `${left.why}, so no rescue keeps it`;
  if (kind !== 'file' || bytes > MOST_SCANNED) return null;
  const read = await files.read(root, path);
  if (read === null) return 'it cannot be read, so no rescue keeps it';
  return (await secrets.scan(path, read)).length > 0 ? 'it holds a secret, which no rescue keeps' : null;
}

/** Up to the first that is not there. */
async function foldersAbove(
  { world: { files }, tree: { root } }: Place,
  path: RepoPath,
): Promise<PathFacts['above']> {
  const above: { path: string; kind: There['kind'] }[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    const folder = path.slice(0, end) as RepoPath;
    const there = await files.kind(root, folder);
    if (there === null) break;
    above.push({ path: folder, kind: there.kind });
  }
  return above;
}
