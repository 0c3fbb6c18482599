import { crowdedFolders, type Crowded } from '../../model/capture/crowdedFolders.ts';
import type { RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import type { NotCaptured } from '../../model/checkpoint/phaseRecord.ts';
import { planCapture } from '../../model/capture/planCapture.ts';
import type { Files, SecretScanner, WorkingTree } from '../ports.ts';
import type { Progress } from '../progress.ts';
import { tellCrowded } from '../tell.ts';
import { describeLeftAlone, leftAloneOf } from './leftAlone.ts';
import { describeSecret } from './withoutSecrets.ts';
import { workAndStrays } from './workOf.ts';
import type { World } from '../world.ts';

/** The working tree as a tree object, and all that is not in it. */
export interface Captured {
  readonly tree: TreeId;
  readonly taken: readonly RepoPath[];
  readonly notCaptured: readonly NotCaptured[];
  /** Those of `notCaptured`, file by file or by folder, that are left out only because they are nobody's work. */
  readonly leftAlone: readonly RepoPath[];
  readonly normalised: readonly RepoPath[];
  /** Files of the engine that the tip has and somebody has changed, which are in no capture. */
  readonly strays: readonly RepoPath[];
  readonly secrets: readonly { readonly path: string; readonly line: number; readonly what: string }[];
}

/** A working tree that holds this tree and nothing else. */
export const asInTree = (tree: TreeId): Captured => ({
  tree,
  taken: [],
  notCaptured: [],
  leftAlone: [],
  normalised: [],
  strays: [],
  secrets: [],
});

/** Larger files are not scanned for secrets. Bytes; 10 MB take a tenth of a second. */
export const MOST_SCANNED = 16_000_000;

/** With this many files or more, progress is reported, once per this many. */
const MANY = 1000;
type Taking = Extract<Progress, { type: 'taking' }>;

/** Folders already reported per tree: a second capture before publishing does not report them again. */
const told = new WeakMap<WorkingTree, Set<string>>();

function tellCrowdedOnce(
  world: Pick<World, 'onProgress' | 'log'>,
  tree: WorkingTree,
  crowded: readonly Crowded[],
): void {
  const before = told.get(tree) ?? new Set();
  tellCrowded(
    world,
    crowded.filter(({ folder }) => !before.has(folder)),
  );
  told.set(tree, new Set([...before, ...crowded.map(({ folder }) => folder)]));
}

/**
 * Takes everything that git does not ignore, whoever changed it, and names what it left out.
 *
 * @param throwIfStopRequested called between batches of files
 * @param nobodys whether to take files that a restore left alone too, because they would be lost otherwise
 */
export async function captureWork(
  world: Pick<World, 'files' | 'secrets' | 'settings' | 'state' | 'onProgress' | 'log'>,
  tree: WorkingTree,
  session: SessionId,
  nobodys: 'leave' | 'take' = 'leave',
  throwIfStopRequested: () => Promise<void> = async () => {},
): Promise<Captured> {
  const { work: all, strays } = await workAndStrays(tree, session);
  const leftAlone = nobodys === 'take' ? [] : await leftAloneOf(world, session, tree.root, all);
  const untouched = new Set<string>(leftAlone);
  const pending = all.filter(({ path }) => !untouched.has(path));
  const plan = planCapture(pending, { maxBytes: world.settings.maxFileBytes });
  const present = pending.filter((item) => item.change !== 'deleted' && item.kind === 'file');
  const onDisk = new Set(present.map((item) => item.path));
  const scanned = new Set(present.filter((item) => item.bytes <= MOST_SCANNED).map((item) => item.path));
  const taking = new Set<string>(plan.take);
  tellCrowdedOnce(world, tree, crowdedFolders(pending.filter(({ path }) => taking.has(path))));
  const along = (step: Taking['step'], of: number) => async (done: number) => {
    if (of >= MANY) world.onProgress({ type: 'taking', step, done, of });
    await throwIfStopRequested();
  };
  const toScan = plan.take.filter((path) => scanned.has(path));
  const secrets = await findSecrets(world, tree.root, toScan, along('searched', toScan.length));
  const withSecret = new Map(secrets.map((hit) => [hit.path, hit]));
  const taken = plan.take.filter((path) => !withSecret.has(path));
  const { tree: built, notTaken } = await tree.capture(taken, along('stored', taken.length));
  const flagged = await tree.flagged();
  return {
    tree: built,
    taken,
    notCaptured: [
      ...plan.leave,
      ...describeLeftAlone(leftAlone),
      ...notTaken.map(({ path, why }) => ({ path, why: `git could not take it: ${why}` })),
      ...[...withSecret.values()].map((hit) => ({
        path: hit.path,
        why: describeSecret(hit),
      })),
      ...flagged.map((path) => ({ path, why: 'marked skip-worktree or assume-unchanged' })),
    ],
    leftAlone,
    normalised: await tree.normalised(
      built,
      taken.filter((path) => onDisk.has(path)),
    ),
    strays,
    secrets,
  };
}

async function findSecrets(
  { files, secrets }: { readonly files: Files; readonly secrets: SecretScanner },
  root: string,
  paths: readonly RepoPath[],
  along: (done: number) => Promise<void>,
): Promise<Captured['secrets']> {
  const hits: { path: string; line: number; what: string }[] = [];
  for (const [at, path] of paths.entries()) {
    if (at % MANY === 0) await along(at);
    const bytes = await files.read(root, path);
    if (bytes === null) continue;
    for (const hit of await secrets.scan(path, bytes)) hits.push({ path, ...hit });
  }
  return hits;
}
