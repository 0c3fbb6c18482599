import { CairnError } from '../../base/cairnError.ts';
import type { CheckpointKind, Trailers } from '../../model/checkpoint.ts';
import { renderCheckpoint } from '../../model/checkpointMessage.ts';
import { tallyEffects } from '../../model/effects/tallyEffects.ts';
import { renderEffectsRecord, type EffectsRecord } from '../../model/effectsRecord.ts';
import type { BlobId, CommitId, PhaseId, RepoPath, Timestamp, TreeId } from '../../model/ids.ts';
import { bytesOf } from '../../model/losslessText.ts';
import { readAttempts } from '../../model/openAttempt.ts';
import { renderPhaseRecord } from '../../model/parsePhaseRecord.ts';
import { assertTransition } from '../../model/phaseMachine.ts';
import type { PhaseRecord } from '../../model/phaseRecord.ts';
import { effectsPath, packetPath, recordPath, statusPath } from '../../model/places.ts';
import { mustReadBack } from '../../model/mustReadBack.ts';
import { renderStatus } from '../../model/renderStatus.ts';
import { SCHEMA } from '../../model/schema.ts';
import { sizeWords } from '../../model/sizeWords.ts';
import type { SessionState, Status, StatusRow } from '../../model/status.ts';
import { checkNotCheckedOut } from '../workingTree/workingTreeOf.ts';
import type { Drive } from '../drive.ts';
import type { Mode } from '../ports.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';
import { rescueStatusEdit } from './statusFile.ts';
import { agentCommits, rememberHead, tellGitUsed } from '../workingTree/head.ts';
import { toCheckpoints } from '../record/history.ts';
import { readEffects } from '../effects/effectStore.ts';
import { logFailed, logPublished } from './logCheckpoint.ts';
import { renderFiles } from './renderFiles.ts';
import { setAside, type Aside } from '../workingTree/setAside.ts';
import { listed, tell } from '../tell.ts';
import { withoutSecrets } from '../workingTree/withoutSecrets.ts';

/** What a checkpoint says beyond the one before it. */
export interface NewCheckpoint {
  readonly kind: CheckpointKind;
  readonly phase: PhaseId | null;
  readonly attempt: number | null;
  readonly state: SessionState;
  readonly next: PhaseId | null;
  readonly rows: readonly StatusRow[];
  /** Everything but the files that this checkpoint itself writes. */
  readonly tree: TreeId;
  readonly record?: PhaseRecord;
  readonly packet?: string;
  /** Further files of the engine, such as a changed workflow. */
  readonly files?: ReadonlyMap<RepoPath, string>;
  /** `plan` and `workflow` when a changed plan is taken over. */
  readonly status?: Partial<Pick<Status, 'plan' | 'workflow' | 'isolation' | 'base'>>;
  /** Captured files whose bytes git would not give back: a rescue keeps them raw. */
  readonly normalised?: readonly RepoPath[];
  /** True: the journal is still needed to finish what this checkpoint is part of. */
  readonly keepJournal?: boolean;
  /** True: HEAD is not where it was left and nobody has said yet that this is right. */
  readonly keepHead?: boolean;
  /** Of a restore: the seq that it goes back to. */
  readonly restored?: number;
  readonly subject: string;
  readonly body: string;
}

const TOLD_BYTES = 64 * 1024;
const MOST_BYTES = 1024 * 1024;

/**
 * The one way in which anything of a session is saved: objects first, then the id of the commit on disk,
 * then the ref by compare-and-swap, then the renderings of it. All before the ref moves can be thrown
 * away, all after it can be done again.
 *
 * @throws `lease/overtaken` when somebody else moved the branch, `repo/branch-checked-out`, `data/too-large`
 */
export async function publishCheckpoint(drive: Drive, next: NewCheckpoint): Promise<SessionRecord> {
  const { world, session } = drive;
  const { kind, phase } = next;
  const of = { kind, seq: drive.record.status.seq + 1, began: world.clock.monotonic() };
  const { commit, at, head, also } = await moveOn(drive, next).catch(async (error: unknown) => {
    // A stop that came before the ref moved is no failure.
    if (error instanceof CairnError) await logFailed(drive, of, error);
    throw error;
  });
  world.reached('checkpoint/ref-moved');
  const published = logPublished(world, { ...of, session, commit });
  drive.record = await readSession(world.repository, session, drive.ref, commit);
  drive.left = null;
  drive.history = [...toCheckpoints(session, [await world.repository.commitEntry(commit)]), ...drive.history];
  world.onProgress({ type: 'checkpoint', ...published, session, phase, subject: next.subject });
  tellGitUsed(drive, head, also);
  await renderTip(drive, next.keepHead === true);
  if (next.keepJournal !== true)
    await drive.state.resetJournal([{ type: 'checkpoint-published', at, ...published }]);
  world.reached('checkpoint/journal-reset');
  return drive.record;
}

/** What comes before the checkpoint counts, and its ref. */
async function moveOn(
  drive: Drive,
  next: NewCheckpoint,
): Promise<{
  readonly commit: CommitId;
  readonly at: Timestamp;
  readonly head: Drive['head'];
  readonly also: CommitId | null;
}> {
  const { world } = drive;
  if (next.kind !== 'restore') assertTransition('session', drive.record.status.state, next.state);
  const status = await nextStatus(drive, next);
  const effects = await readEffects(world, drive.record);
  await keepRaw(drive, next);
  const head = await drive.tree.head();
  const also = await hanging(drive, next, head);
  const commit = await buildCommit(drive, { ...next, effects }, status, also);
  world.reached('checkpoint/commit-made');
  await checkNotCheckedOut(world, drive.ref, await drive.state.about());
  if (!(await moveTip(drive, commit, next.kind))) throw await refused(drive, commit, also);
  return { commit, at: status.updated, head, also };
}

/** False: somebody else has moved the branch, or drives the session by now. */
async function moveTip(drive: Drive, commit: CommitId, kind: CheckpointKind): Promise<boolean> {
  const { world } = drive;
  try {
    await drive.state.recordPublished(commit);
    world.reached('checkpoint/commit-recorded');
    await drive.lease.confirm();
    // Interrupt beats checkpoint, cancel beats both: the last look before it is too late.
    await drive.heed();
  } catch (error) {
    if (CairnError.is(error, 'lease/held')) return false;
    throw error;
  }
  return world.repository.moveRef(drive.ref, {
    from: drive.record.commit,
    to: commit,
    why: `cairn: ${kind}`,
  });
}

/** Somebody was faster: what could not be published is set aside, whoever it was (failure A31). */
async function refused(drive: Drive, commit: CommitId, also: CommitId | null): Promise<CairnError> {
  const { world, session, record, lease } = drive;
  const { tree } = await world.repository.commitEntry(commit);
  const ref = await setAside(world, {
    session,
    parent: record.commit,
    ...(also === null ? {} : { also }),
    tree,
    why: `Could not be published as checkpoint ${record.status.seq + 1}: somebody else had gone on with the session.`,
    reason: `refused@${record.status.seq + 1}`,
  });
  tell(world, `Somebody else has gone on with this session. What was done here is kept in ${ref}.`);
  const now = await world.leases.peek(session);
  if (now.held && now.epoch > lease.epoch)
    return new CairnError('lease/held', { session, holder: now.by, since: now.since });
  const found = await world.repository.tip(drive.ref);
  return new CairnError('lease/overtaken', { ref: drive.ref, expected: record.commit, found });
}

/** Brings everything that only mirrors the tip in step with it: files of ours, private index, HEAD of a linked worktree. */
async function renderTip(drive: Drive, keepHead: boolean): Promise<void> {
  await renderFiles(drive);
  if (drive.isolation === 'worktree') await drive.tree.settle(drive.record.commit);
  if (!keepHead) await rememberHead(drive);
  drive.world.reached('checkpoint/head-settled');
}

async function nextStatus(drive: Drive, next: NewCheckpoint): Promise<Status> {
  const lying = await rescueStatusEdit(drive);
  const { status } = drive.record;
  return {
    ...status,
    ...next.status,
    seq: status.seq + 1,
    state: next.state,
    next: next.next,
    updated: drive.world.clock.now(),
    rows: await withHighestAttempts(drive, next.rows),
    // A person's bytes, but what is published is in every clone: a line with a secret stays on this machine.
    notes: await withoutSecrets(drive.world.secrets, 'STATUS.md', lying?.notes ?? status.notes),
  };
}

/** Where git's conversion does not give the same bytes back, a rescue keeps them beside (format, section 3). */
async function keepRaw(drive: Drive, { normalised = [], tree }: NewCheckpoint): Promise<void> {
  if (normalised.length === 0) return;
  const { world, session, record, root } = drive;
  const raw: NonNullable<Aside['raw']>[number][] = [];
  for (const path of normalised) {
    const bytes = await world.files.read(root, path);
    const entry = await world.repository.entry(tree, path);
    if (bytes !== null && entry !== null) raw.push({ path, bytes, mode: entry.mode });
  }
  const ref = await setAside(world, {
    session,
    parent: record.commit,
    tree,
    raw,
    why: 'Bytes as they were on disk, where git stores others.',
    reason: `normalised@${record.status.seq + 1}`,
  });
  tell(world, `git converts ${listed(normalised)}: the bytes as they are on disk are kept in ${ref}.`);
}

/** An attempt that began and is not published by this checkpoint has used its number all the same. */
async function withHighestAttempts(
  { state }: Drive,
  rows: readonly StatusRow[],
): Promise<readonly StatusRow[]> {
  const { highest } = readAttempts((await state.readJournal()).lines);
  return rows.map((row) => ({ ...row, attempt: Math.max(row.attempt, highest.get(row.phase) ?? 0) }));
}

/**
 * What was committed in the working tree becomes the second parent of whatever checkpoint comes next: HEAD of a worktree
 * is brought to that checkpoint, and nothing else of ours would name these commits any more.
 */
async function hanging(drive: Drive, next: NewCheckpoint, head: Drive['head']): Promise<CommitId | null> {
  // A restore has set them aside: they are what it takes back.
  if (next.kind === 'restore') return null;
  // In place HEAD stays where it is, and it is still asked whether that is right.
  if (next.keepHead === true && drive.isolation === 'in-place') return null;
  return agentCommits(drive, head);
}

/** With the effect record as it stands now. */
type WithEffects = NewCheckpoint & { readonly effects: EffectsRecord };

async function buildCommit(
  drive: Drive,
  next: WithEffects,
  status: Status,
  also: CommitId | null,
): Promise<CommitId> {
  const { repository } = drive.world;
  const files = ownFiles(drive, next, status);
  mustReadBack(files);
  const bytes = [...files.values()].reduce((sum, text) => sum + bytesOf(text).length, 0);
  if (bytes > MOST_BYTES)
    throw new CairnError('data/too-large', {
      what: 'what Cairn itself adds to a checkpoint',
      bytes,
      limit: MOST_BYTES,
    });
  if (bytes > TOLD_BYTES)
    tell(drive.world, `This checkpoint carries ${sizeWords(bytes)} of Cairn's own records.`);
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode }>();
  await Promise.all(
    [...files].map(async ([path, text]) =>
      edits.set(path, { blob: await repository.writeBlob(bytesOf(text)), mode: '100644' }),
    ),
  );
  // It tells why an attempt failed, in words of an agent or a check.
  const body = await withoutSecrets(drive.world.secrets, 'the message', next.body);
  return repository.commit({
    tree: await repository.compose(next.tree, edits),
    parents: also === null ? [drive.record.commit] : [drive.record.commit, also],
    message: renderCheckpoint(next.subject, body, trailersOf(drive, next, status)),
    at: status.updated,
  });
}

function ownFiles(drive: Drive, next: WithEffects, status: Status): ReadonlyMap<RepoPath, string> {
  const { session } = drive;
  const files = new Map<RepoPath, string>(next.files);
  files.set(statusPath(session), renderStatus(status));
  files.set(effectsPath(session), renderEffectsRecord(next.effects));
  const row = status.rows.find((candidate) => candidate.phase === next.phase);
  if (row !== undefined && next.record !== undefined) {
    const { inherited: _ofTheOther, ...record } = next.record;
    files.set(
      recordPath(session, row.number, row.phase),
      renderPhaseRecord({ ...record, seq: status.seq, effects: tallyEffects(next.effects, row.phase) }),
    );
  }
  if (row !== undefined && next.packet !== undefined)
    files.set(packetPath(session, row.number, row.phase), next.packet);
  return files;
}

function trailersOf(drive: Drive, next: WithEffects, status: Status): Trailers {
  const [newest] = drive.history;
  return {
    schema: SCHEMA,
    session: drive.session,
    seq: status.seq,
    kind: next.kind,
    state: next.state,
    phase: next.phase,
    attempt: next.attempt,
    next: next.next,
    title: status.title,
    workflow: status.workflow,
    plan: status.plan,
    effects: next.effects.effects.length,
    engine: drive.world.engine,
    updated: status.updated,
    // Of every checkpoint of a fork: `list` reads the tip alone.
    forkedFrom: newest?.trailers.forkedFrom ?? null,
    restored: next.restored ?? null,
  };
}
