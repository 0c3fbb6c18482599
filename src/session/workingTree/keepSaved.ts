import type { BlobId, CommitId, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import { planCapture } from '../../model/capture/planCapture.ts';
import type { Mode, SavedMeanwhile, WorkingTree, Written } from '../ports.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';
import { MOST_SCANNED } from './captureWork.ts';
import { setAside, type Aside } from './setAside.ts';
import { describeSecret } from './withoutSecrets.ts';

/** On whose behalf a working tree is overwritten; names the rescue of what somebody saves meanwhile. */
export interface Overwriter {
  readonly session: SessionId;
  /** The parent of the rescue. */
  readonly parent: CommitId;
  /** The seq of the tip that is overwritten, or of the checkpoint that is landed. */
  readonly seq: number;
}

/** A rescue on top of the tip of a session. */
export const overwriterOf = ({ session, commit, status }: SessionRecord): Overwriter => ({
  session,
  parent: commit,
  seq: status.seq,
});

type Needs = Pick<World, 'repository' | 'clock' | 'reached' | 'secrets' | 'log' | 'onProgress'>;

/**
 * Ends a write. Whatever somebody saved meanwhile is then in a rescue or where they saved it, and told.
 *
 * @param written what the write answered; omitted if the writer was another process, which died
 */
export async function letGo(
  world: Needs,
  tree: Pick<WorkingTree, 'release'>,
  by: Overwriter,
  written: Pick<Written, 'stayed' | 'unlike'> = { stayed: [], unlike: [] },
): Promise<void> {
  const stuck = await tree.release((saved) => keepSaved(world, by, saved));
  const { stayed, unlike } = written;
  for (const was of UNLIKE) {
    const files = unlike.filter((file) => file.was === was).map(({ path }) => path);
    if (files.length > 0) tell(world, { notice: 'mode-not-kept', was, files });
  }
  if (stayed.length > 0) tell(world, { notice: 'saved-stays', files: stayed });
  if (stuck.length > 0) tell(world, { notice: 'saved-with-secret', files: stuck });
}

const UNLIKE = ['executable', 'not executable', 'link'] as const;

/** Answers the paths that no rescue may hold. */
async function keepSaved(
  world: Needs,
  by: Overwriter,
  saved: readonly SavedMeanwhile[],
): Promise<ReadonlySet<RepoPath>> {
  const { repository } = world;
  const refused = new Map<RepoPath, string>();
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode }>();
  const raw: { path: RepoPath; bytes: Uint8Array; mode: Mode }[] = [];
  for (const file of saved) {
    if (await isInCommit(world, by.parent, file)) continue;
    const why = await whyNotKept(world, file);
    if (why !== null) refused.set(file.path, why);
    else {
      edits.set(file.path, file);
      if (file.raw !== null) raw.push({ ...file, bytes: await repository.readBlob(file.raw) });
    }
  }
  if (edits.size > 0) await setSavedAside(world, by, edits, raw);
  for (const [path, why] of refused) tell(world, { notice: 'saved-not-kept', path, why });
  return new Set(refused.keys());
}

async function setSavedAside(
  world: Needs,
  { session, parent, seq }: Overwriter,
  edits: ReadonlyMap<RepoPath, { readonly blob: BlobId; readonly mode: Mode }>,
  raw: NonNullable<Aside['raw']>,
): Promise<void> {
  const ref = await setAside(world, {
    session,
    parent,
    tree: await world.repository.compose(parent, edits),
    why: 'Saved while files were being replaced.',
    reason: `meanwhile@${seq}`,
    raw,
  });
  tell(world, { notice: 'saved-kept', files: [...edits.keys()], rescue: ref });
}

/**
 * Runs before a failed write is taken back. Whatever matches neither of its two trees was saved meanwhile and would be
 * overwritten.
 */
export async function keepBeforePutBack(
  world: Needs,
  by: Overwriter,
  present: TreeId,
  { from, to }: { readonly from: TreeId; readonly to: TreeId },
  paths: readonly RepoPath[],
): Promise<void> {
  const { repository } = world;
  const since = new Set((await repository.changes(from, present, paths)).map(({ path }) => path));
  const edits = new Map<RepoPath, { readonly blob: BlobId; readonly mode: Mode }>();
  for (const { path, after } of await repository.changes(to, present, paths))
    if (after !== null && since.has(path)) edits.set(path, after);
  if (edits.size > 0) await setSavedAside(world, by, edits, []);
}

/** As after a crash: what the write itself had written may be overwritten. */
async function isInCommit(
  { repository }: Needs,
  commit: CommitId,
  { path, blob, mode, raw }: SavedMeanwhile,
): Promise<boolean> {
  if (raw !== null) return false;
  const there = await repository.entry(commit, path);
  return there?.blob === blob && there.mode === mode;
}

async function whyNotKept(
  { repository, secrets }: Needs,
  { path, blob, raw, mode }: SavedMeanwhile,
): Promise<string | null> {
  const kind = mode === '120000' ? 'link' : 'file';
  const bytes = await repository.readBlob(raw ?? blob);
  const candidate = { path, change: 'added', tracked: false, bytes: bytes.length, kind } as const;
  const [left] = planCapture([candidate], { maxBytes: Number.POSITIVE_INFINITY }).leave;
  if (left !== undefined) return left.why;
  const [hit] = kind === 'file' && bytes.length <= MOST_SCANNED ? await secrets.scan(path, bytes) : [];
  return hit === undefined ? null : describeSecret(hit);
}

/** Cleans up after an interrupted write before anybody looks at this working tree. */
export async function endCutOffWrite(
  world: Needs,
  tree: Pick<WorkingTree, 'release' | 'putBackCutOff'>,
  by: Overwriter,
): Promise<void> {
  const back = await tree.putBackCutOff();
  if (back.length > 0) tell(world, { notice: 'put-back', files: back });
  await letGo(world, tree, by);
}
