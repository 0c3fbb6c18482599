import { CairnError } from '../base/cairnError.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import { parseEffectsRecord } from '../model/effectsRecord.ts';
import type { PhaseId, RepoPath, SessionId } from '../model/ids.ts';
import { isRendering } from '../model/isRendering.ts';
import { readAttempts } from '../model/openAttempt.ts';
import { parsePacket } from '../model/packet/parsePacket.ts';
import { parsePhaseRecord } from '../model/parsePhaseRecord.ts';
import { parseStatus } from '../model/parseStatus.ts';
import { parseWorkflow } from '../model/parseWorkflow.ts';
import type { PhaseRecord } from '../model/phaseRecord.ts';
import {
  effectsPath,
  packetPath,
  recordPath,
  requestPath,
  sessionRefs,
  statusPath,
  workflowPath,
} from '../model/places.ts';
import { planHash } from '../model/planHash.ts';
import type { Status } from '../model/status.ts';
import { verifyCheckpoints, type VerifiedCheckpoint, type Violation } from '../model/verifyRules.ts';
import { findSession, type FoundSession } from './findSession.ts';
import { toCheckpoints } from './history.ts';
import type { VerifyResult } from './results.ts';
import { readStatusFile } from './statusFile.ts';
import { decode } from './text.ts';
import { findWorktree } from './workingTreeOf.ts';
import type { World } from './world.ts';

/** Checks the numbered rules over a whole session. Reads only; names and repairs nothing. */
export async function verifySession(world: World, session: SessionId): Promise<VerifyResult> {
  const found = await findSession(world, session);
  const entries = await world.repository.history(found.tip);
  const checkpoints = toCheckpoints(session, entries);
  const violations: Violation[] = [];
  if (checkpoints[0]?.commit !== found.tip)
    violations.push({
      rule: 'R1',
      where: found.ref,
      what: `${found.tip.slice(0, 10)} is no checkpoint of this session`,
    });
  const verified: VerifiedCheckpoint[] = [];
  for (const checkpoint of checkpoints) verified.push(await readForVerify(world, session, checkpoint));
  const complete =
    checkpoints.at(-1)?.trailers.kind === 'opened' || checkpoints.at(-1)?.trailers.kind === 'fork';
  violations.push(
    ...verifyCheckpoints(verified, complete),
    ...(await verifyRefs(world, session)),
    ...(await verifyHere(world, found, verified[0]?.status ?? null)),
  );
  return { session, violations };
}

async function readForVerify(
  world: World,
  session: SessionId,
  checkpoint: Checkpoint,
): Promise<VerifiedCheckpoint> {
  const { repository } = world;
  const read = async (path: RepoPath): Promise<string | null> => {
    const bytes = await repository.read(checkpoint.commit, path);
    return bytes === null ? null : decode(bytes);
  };
  const statusText = await read(statusPath(session));
  const parsed = statusText === null ? null : parseStatus(statusPath(session), statusText);
  const status = parsed !== null && parsed.ok ? parsed.value : null;
  const workflowText = await read(workflowPath(session));
  const workflow = workflowText === null ? null : parseWorkflow(workflowPath(session), workflowText);
  const effectsText = await read(effectsPath(session));
  const effects = effectsText === null ? null : parseEffectsRecord(effectsPath(session), effectsText);
  const { records, problems } = await readRecords(read, session, status);
  const own = checkpoint.trailers.phase === null ? undefined : records.get(checkpoint.trailers.phase);
  const artifacts = new Map<string, Awaited<ReturnType<typeof repository.entry>>>();
  for (const artifact of own?.artifacts ?? [])
    artifacts.set(artifact.path, await repository.entry(checkpoint.commit, artifact.path as RepoPath));
  return {
    checkpoint,
    status,
    problem: parsed !== null && !parsed.ok ? JSON.stringify(parsed.error) : null,
    requestBlob: (await repository.entry(checkpoint.commit, requestPath(session)))?.blob ?? null,
    planOfWorkflow: workflow?.ok === true ? planHash(workflow.value, world.sha256) : null,
    effects: effects?.ok === true ? effects.value.effects.length : null,
    records,
    recordProblems: problems,
    artifacts,
    packet: await readPacketFor(world, session, checkpoint, status, read),
  };
}

async function readRecords(
  read: (path: RepoPath) => Promise<string | null>,
  session: SessionId,
  status: Status | null,
): Promise<{ readonly records: ReadonlyMap<PhaseId, PhaseRecord>; readonly problems: readonly string[] }> {
  const records = new Map<PhaseId, PhaseRecord>();
  const problems: string[] = [];
  for (const row of status?.rows ?? []) {
    const path = recordPath(session, row.number, row.phase);
    const text = await read(path);
    if (text === null) continue;
    const record = parsePhaseRecord(path, text);
    if (record.ok) records.set(row.phase, record.value);
    else problems.push(`${path}: ${JSON.stringify(record.error)}`);
  }
  return { records, problems };
}

async function readPacketFor(
  world: World,
  session: SessionId,
  { trailers }: Checkpoint,
  status: Status | null,
  read: (path: RepoPath) => Promise<string | null>,
): Promise<VerifiedCheckpoint['packet']> {
  if (trailers.kind !== 'phase' && trailers.kind !== 'approval') return null;
  const row = status?.rows.find((candidate) => candidate.phase === trailers.phase);
  const text = row === undefined ? null : await read(packetPath(session, row.number, row.phase));
  if (text === null) return null;
  const packet = parsePacket('PACKET.md', text);
  if (!packet.ok) return { tokens: -1, counted: 0, budget: 0 };
  const count = await world.tokenizer();
  return { tokens: packet.value.tokens, counted: count(text), budget: packet.value.budget };
}

async function verifyRefs({ repository }: World, session: SessionId): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const ref of await repository.refs([sessionRefs(session)])) {
    try {
      await repository.commitEntry(ref.commit);
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      violations.push({ rule: 'R12', where: ref.name, what: error.code });
    }
  }
  return violations;
}

/** What this machine has of the session. */
async function verifyHere(
  world: World,
  { session, tip }: FoundSession,
  status: Status | null,
): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  const state = world.state.of(session);
  const about = await state.about();
  const worktree = await findWorktree(world, session);
  const { open } = readAttempts((await state.readJournal()).lines);
  if (
    about?.isolation !== 'in-place' &&
    worktree !== null &&
    !worktree.missing &&
    worktree.head !== tip &&
    open === null
  ) {
    violations.push({
      rule: 'R13',
      where: worktree.path,
      what: `HEAD is ${worktree.head?.slice(0, 10) ?? 'without a commit'}, the tip ${tip.slice(0, 10)}`,
    });
  }
  const root =
    about?.isolation === 'in-place' ? about.root : worktree?.missing === false ? worktree.path : null;
  const lying = root === null ? null : await readStatusFile(world.files, root, session);
  if (root !== null && status !== null && (lying === null || !isRendering(lying.text, status))) {
    violations.push({
      rule: 'R14',
      where: `${root}/${statusPath(session)}`,
      what: lying === null ? 'it is missing' : 'it says something else',
    });
  }
  return violations;
}
