import type { BlobId, RepoPath, TreeId } from '../../model/ids.ts';
import type { NotCaptured } from '../../model/phaseRecord.ts';
import { isEngineFile, sessionFolder } from '../../model/places.ts';
import { planCapture } from '../../model/planCapture.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import { describeSecret } from '../workingTree/withoutSecrets.ts';
import type { Drive } from '../drive.ts';
import type { Mode } from '../ports.ts';

/** What of a session's working tree would be gone with it. */
export interface Worth {
  /** The tip, and on top of it what lies in the working tree and is nowhere else. */
  readonly tree: TreeId;
  /** Files of the session folder on disk. */
  readonly folder: readonly RepoPath[];
  /** What no tree of ours may hold. In place nothing of that is removed but files of the engine. */
  readonly lost: readonly NotCaptured[];
  /** Folders that git ignores as a whole, with a slash at the end: kept nowhere. */
  readonly gone: readonly string[];
}

/** Looks at everything in a working tree before it is removed. Writes nothing but objects. */
export async function worthKeeping(drive: Drive): Promise<Worth> {
  const { world, session, record, isolation } = drive;
  // In place they stay where they are.
  const nobodys = isolation === 'worktree' ? 'take' : 'leave';
  const captured = await captureWork(world, drive.tree, session, nobodys);
  const { tree: whole, secret } = await withEngineFiles(drive, captured.tree);
  const folder = (await world.repository.list(whole, sessionFolder(session))).map((entry) => entry.path);
  if (isolation === 'worktree') {
    const { tree, lost, gone } = await withIgnored(drive, whole);
    const besides = [...captured.notCaptured, ...secret, ...(await changedCopies(drive, whole))];
    return { tree, folder, lost: [...besides, ...lost], gone };
  }
  // In place all but the session folder stays where it is: only that folder can be lost.
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode } | null>([[sessionFolder(session), null]]);
  const bare = await world.repository.compose(record.tree, edits);
  const kept = await world.repository.list(whole, sessionFolder(session));
  const tree = await world.repository.compose(
    bare,
    new Map(kept.map(({ path, blob, mode }) => [path, { blob, mode }])),
  );
  return { tree, folder, lost: secret, gone: [] };
}

/**
 * Notes in STATUS.md, a workflow that was edited and not accepted yet: files of the engine with a person's words in
 * them. Those with a secret in them are answered, not taken.
 */
async function withEngineFiles(
  { world, session, root, record }: Drive,
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
 * ignored as a whole are. What was copied in is elsewhere, or counts as changed.
 */
async function withIgnored(
  { world, root, record, tree: working }: Drive,
  whole: TreeId,
): Promise<Pick<Worth, 'tree' | 'lost' | 'gone'>> {
  const { repository, files } = world;
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode }>();
  const [lost, gone]: [NotCaptured[], string[]] = [[], []];
  for (const path of await working.ignoredHere()) {
    if (record.workflow.worktree.copy.includes(path)) continue;
    if (path.endsWith('/')) {
      gone.push(path);
      continue;
    }
    const bytes = await files.read(root, path);
    const why = await whyNotKept(world, root, path, bytes);
    if (bytes === null || why !== null) lost.push({ path, why: why ?? 'not a regular file' });
    else edits.set(path, { blob: await repository.writeBlob(bytes), mode: '100644' });
  }
  return { tree: edits.size === 0 ? whole : await repository.compose(whole, edits), lost, gone };
}

async function whyNotKept(
  { files, secrets, settings }: Drive['world'],
  root: string,
  path: RepoPath,
  bytes: Uint8Array | null,
): Promise<string | null> {
  const there = await files.kind(root, path);
  const candidate = {
    path,
    change: 'added',
    tracked: false,
    bytes: there?.bytes ?? 0,
    kind: 'file',
  } as const;
  const [left] = planCapture([candidate], { maxBytes: settings.maxFileBytes }).leave;
  if (left !== undefined) return left.why;
  const [hit] = bytes === null ? [] : await secrets.scan(path, bytes);
  return hit === undefined ? null : describeSecret(hit);
}

/** Files that were copied into the worktree are no part of any tree; changed there, they are nowhere else. */
async function changedCopies({ world, root, record }: Drive, tree: TreeId): Promise<readonly NotCaptured[]> {
  const { files, repository, sha256 } = world;
  const lost: NotCaptured[] = [];
  for (const path of record.workflow.worktree.copy) {
    const [here, there] = [await files.read(root, path), await files.read(repository.mainRoot, path)];
    if (here === null || (await repository.entry(tree, path)) !== null) continue;
    if (there === null || sha256(here) !== sha256(there))
      lost.push({ path, why: 'copied into the worktree and changed there' });
  }
  return lost;
}
