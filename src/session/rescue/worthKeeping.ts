import type { BlobId, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { NotCaptured } from '../../model/checkpoint/phaseRecord.ts';
import { nestedWork } from '../../model/capture/nestedWork.ts';
import { isEngineFile, sessionFolder } from '../../model/names/places.ts';
import { planCapture } from '../../model/capture/planCapture.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import { restingTree } from '../record/heldWork.ts';
import { describeSecret } from '../workingTree/withoutSecrets.ts';
import type { Context, AtTip, Drive } from '../drive.ts';
import type { Mode } from '../ports.ts';

/** What would be lost with a session's working tree. */
export interface Worth {
  /** The tip plus what is only in the working tree. */
  readonly tree: TreeId;
  /** Files of the session folder on disk. */
  readonly folder: readonly RepoPath[];
  /** What no tree of ours may hold. In place, only files of the engine are removed of it. */
  readonly lost: readonly NotCaptured[];
  /** Nested repositories and working trees with work that is nowhere else. */
  readonly nested: readonly { readonly path: string; readonly why: string }[];
  /** Ignored by git and kept nowhere: whole folders (with a trailing slash), and files above a limit. */
  readonly gone: readonly string[];
}

/** Checks everything in a working tree before it is removed. Writes only objects. */
export async function worthKeeping(drive: Drive): Promise<Worth> {
  const { world, session, record, isolation } = drive;
  // In place they stay.
  const nobodys = isolation === 'worktree' ? 'take' : 'leave';
  const captured = await captureWork(world, drive.checkout.tree, session, nobodys);
  const { tree: whole, secret } = await withEngineFiles(drive, captured.tree);
  const folder = (await world.repository.list(whole, sessionFolder(session))).map((entry) => entry.path);
  if (isolation === 'worktree') {
    const { tree, lost, gone } = await withIgnored(drive, whole);
    const besides = [...captured.notCaptured, ...secret, ...(await changedCopies(drive, whole))];
    const nested = await nestedWorkIn(drive);
    const isNested = new Set(nested.map(({ path }) => path));
    const others = [...besides, ...lost].filter(({ path }) => !isNested.has(path));
    return { tree, folder, lost: others, nested, gone };
  }
  // In place everything but the session folder stays, so only that folder can be lost. What is missing there is in the tip; an
  // interrupted deletion may have removed it.
  const kept = await world.repository.list(whole, sessionFolder(session));
  const tree = await world.repository.compose(
    await restingTree(world.repository, record),
    new Map(kept.map(({ path, blob, mode }) => [path, { blob, mode }])),
  );
  return { tree, folder, lost: secret, nested: [], gone: [] };
}

async function nestedWorkIn({ world, root }: Context): Promise<Worth['nested']> {
  const nested = await world.repository.nestedIn(root);
  return nested.flatMap((one) => {
    const why = nestedWork(one);
    return why === null ? [] : [{ path: one.path, why }];
  });
}

/**
 * Takes engine files that hold a person's words: notes in STATUS.md, an edited workflow not accepted yet. Answers, and does not
 * take, those that contain a secret.
 */
async function withEngineFiles(
  { world, session, root, record }: AtTip,
  tree: TreeId,
): Promise<{ readonly tree: TreeId; readonly secret: readonly NotCaptured[] }> {
  const { repository, files, secrets, sha256 } = world;
  const secret: NotCaptured[] = [];
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode }>();
  for (const { path, blob, mode } of await repository.list(record.tree, sessionFolder(session))) {
    if (!isEngineFile(session, path)) continue;
    const bytes = await files.read(root, path);
    if (bytes === null || sha256(bytes) === sha256(await repository.readBlob(blob))) continue;
    const [hit] = await secrets.scan(path, bytes);
    if (hit === undefined) edits.set(path, { blob: await repository.writeBlob(bytes), mode });
    else secret.push({ path, why: describeSecret(hit) });
  }
  return { tree: edits.size === 0 ? tree : await repository.compose(tree, edits), secret };
}

/**
 * Single ignored files go into the rescue: a local database is not build output. Folders ignored as a whole, and hundreds of
 * files, are. A file that was copied in exists elsewhere, or counts as changed.
 */
async function withIgnored(drive: Drive, whole: TreeId): Promise<Pick<Worth, 'tree' | 'lost' | 'gone'>> {
  const { world, root, record } = drive;
  const { tree: working } = drive.checkout;
  const { repository, files, settings } = world;
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode }>();
  const [lost, gone]: [NotCaptured[], string[]] = [[], []];
  let room = MOST_IGNORED_BYTES;
  for (const path of [...(await working.ignoredHere())].sort(byDepth)) {
    if (record.workflow.worktree.copy.includes(path)) continue;
    const size = path.endsWith('/') ? Infinity : ((await files.kind(root, path))?.bytes ?? 0);
    if (edits.size >= MOST_IGNORED || size > Math.min(room, settings.maxFileBytes)) {
      gone.push(path);
      continue;
    }
    const bytes = await files.read(root, path);
    // A socket or a link: nothing worth keeping.
    if (bytes === null) {
      gone.push(path);
      continue;
    }
    // Same as in the main working tree: the setup copied it.
    if (await isThere(drive, path, bytes)) continue;
    room -= size;
    const why = await whyNotKept(world, path, bytes);
    if (why !== null) lost.push({ path, why });
    else edits.set(path, { blob: await repository.writeBlob(bytes), mode: '100644' });
  }
  return { tree: edits.size === 0 ? whole : await repository.compose(whole, edits), lost, gone };
}

/** More than this is compiler output. Outermost files come first: people put things there. */
const MOST_IGNORED = 200;
const MOST_IGNORED_BYTES = 50_000_000;

const byDepth = (a: string, b: string): number =>
  a.split('/').length - b.split('/').length || (a < b ? -1 : 1);

async function isThere({ world }: Context, path: RepoPath, bytes: Uint8Array): Promise<boolean> {
  const { files, repository, sha256 } = world;
  const there = await files.read(repository.mainRoot, path);
  return there !== null && sha256(there) === sha256(bytes);
}

async function whyNotKept(
  { secrets }: Drive['world'],
  path: RepoPath,
  bytes: Uint8Array,
): Promise<string | null> {
  const candidate = { path, change: 'added', tracked: false, bytes: 0, kind: 'file' } as const;
  const [left] = planCapture([candidate], { maxBytes: Number.POSITIVE_INFINITY }).leave;
  if (left !== undefined) return left.why;
  const [hit] = await secrets.scan(path, bytes);
  return hit === undefined ? null : describeSecret(hit);
}

/** Files copied into the worktree are in no tree; if changed there, they exist nowhere else. */
async function changedCopies(drive: AtTip, tree: TreeId): Promise<readonly NotCaptured[]> {
  const { world, root, record } = drive;
  const { files, repository } = world;
  const lost: NotCaptured[] = [];
  for (const path of record.workflow.worktree.copy) {
    const here = await files.read(root, path);
    if (here === null || (await repository.entry(tree, path)) !== null) continue;
    if (!(await isThere(drive, path, here)))
      lost.push({ path, why: 'copied into the worktree and changed there' });
  }
  return lost;
}
