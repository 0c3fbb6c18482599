import type { BlobId, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { NotCaptured } from '../../model/checkpoint/phaseRecord.ts';
import { nestedWork } from '../../model/capture/nestedWork.ts';
import { isEngineFile, sessionFolder } from '../../model/names/places.ts';
import { planCapture } from '../../model/capture/planCapture.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import { describeSecret } from '../workingTree/withoutSecrets.ts';
import type { Context, AtTip, Drive } from '../drive.ts';
import type { Mode } from '../ports.ts';

/** What of a session's working tree would be gone with it. */
export interface Worth {
  /** The tip, and on top of it what lies in the working tree and is nowhere else. */
  readonly tree: TreeId;
  /** Files of the session folder on disk. */
  readonly folder: readonly RepoPath[];
  /** What no tree of ours may hold. In place nothing of that is removed but files of the engine. */
  readonly lost: readonly NotCaptured[];
  /** Repositories and working trees in it, with work that is nowhere else. */
  readonly nested: readonly { readonly path: string; readonly why: string }[];
  /** Ignored by git and kept nowhere: folders as a whole (with a slash at the end), and files beyond a number. */
  readonly gone: readonly string[];
}

/** Looks at everything in a working tree before it is removed. Writes nothing but objects. */
export async function worthKeeping(drive: Drive): Promise<Worth> {
  const { world, session, record, isolation } = drive;
  // In place they stay where they are.
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
  // In place all but the session folder stays where it is: only that folder can be lost. What is missing in it is in the
  // tip, and may be what a deletion that was cut off has removed.
  const kept = await world.repository.list(whole, sessionFolder(session));
  const tree = await world.repository.compose(
    record.tree,
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
 * Notes in STATUS.md, a workflow that was edited and not accepted yet: files of the engine with a person's words in
 * them. Those with a secret in them are answered, not taken.
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
 * Single files that git ignores go along into the rescue: a local database is nobody's build output. Folders that are
 * ignored as a whole are, and so are files by the hundred. What was copied in is elsewhere, or counts as changed.
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
    // A socket, a link: nothing that anybody could miss.
    if (bytes === null) {
      gone.push(path);
      continue;
    }
    // As in the main working tree: a setup has copied it.
    if (await isThere(drive, path, bytes)) continue;
    room -= size;
    const why = await whyNotKept(world, path, bytes);
    if (why !== null) lost.push({ path, why });
    else edits.set(path, { blob: await repository.writeBlob(bytes), mode: '100644' });
  }
  return { tree: edits.size === 0 ? whole : await repository.compose(whole, edits), lost, gone };
}

/** More than this is what a compiler made. The outermost come first: that is where people put things. */
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

/** Files that were copied into the worktree are no part of any tree; changed there, they are nowhere else. */
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
