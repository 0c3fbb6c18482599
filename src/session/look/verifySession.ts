import { CairnError } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { writtenSchema } from '../../model/checkpoint/checkpointMessage.ts';
import { parseEffectsRecord } from '../../model/effects/effectsRecord.ts';
import type { BlobId, PhaseId, RepoPath, SessionId } from '../../model/names/ids.ts';
import { parsePhaseRecord, type PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { parseStatus } from '../../model/status/parseStatus.ts';
import { parseWorkflow } from '../../model/workflow/parseWorkflow.ts';
import {
  effectsPath,
  inputsPath,
  itemsPath,
  recordPath,
  requestPath,
  statusPath,
  workflowPath,
  branchRef,
} from '../../model/names/places.ts';
import { itemsProblem } from '../../model/items/itemsProblem.ts';
import { heldUp } from '../../model/plan/stateBeside.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { planHash } from '../../model/workflow/planHash.ts';
import type { Status } from '../../model/status/status.ts';
import {
  verifyCheckpoints,
  verifyFork,
  type VerifiedCheckpoint,
} from '../../model/checkpoint/verifyRules.ts';
import { findSession } from '../record/findSession.ts';
import { findDamage } from '../record/damage.ts';
import { checkBrought } from '../record/wholeness.ts';
import type { CommitEntry, Objects } from '../ports.ts';
import { readEntries, toCheckpoints } from '../record/history.ts';
import type { VerifyResult, Violation } from '../verifyResult.ts';
import { verifyRefs, verifyTree } from './verifyObjects.ts';
import { decode } from '../record/text.ts';
import type { World } from '../world.ts';
import { verifyHere } from './verifyHere.ts';
import { isRenamed } from '../record/traceOf.ts';
import type { SessionSummary } from '../results.ts';
import { listSessions } from './listSessions.ts';
import { readHandedOn } from './verifyHandedOn.ts';
import { readWork, verifyHeld } from './verifyWork.ts';

/** Checks the numbered rules over a whole session. Reads only; names and repairs nothing. */
export async function verifySession(world: World, session: SessionId): Promise<VerifyResult> {
  const damage = await findDamage(world, session, 'content');
  if (damage === null) return verifyWhole(world, session);
  const { ref, object, lastGood } = damage;
  const what = { warning: 'damaged', damage: { object, session, lastGood } } as const;
  return {
    session,
    violations: [{ rule: 'R16', where: ref, what }, ...(await verifyRefs(world.repository, session))],
  };
}

async function verifyWhole(world: World, session: SessionId): Promise<VerifyResult> {
  const found = await findSession(world, session);
  const entries = await readEntries(world.repository, found.tip);
  const checkpoints = toCheckpoints(session, entries);
  const violations: Violation[] = [];
  if (checkpoints[0]?.commit !== found.tip) {
    const what = `${found.tip.slice(0, 10)} is no checkpoint of this session`;
    violations.push({ rule: 'R1', where: found.ref, what });
    violations.push(...(await verifyTree(world.repository, found.ref, found.tip)));
  }
  const verified: VerifiedCheckpoint[] = [];
  for (const checkpoint of checkpoints) {
    try {
      violations.push(...(await verifyTree(world.repository, nameOf(checkpoint), checkpoint.commit)));
      violations.push(...(await verifyHeld(world.repository, nameOf(checkpoint), checkpoint)));
      verified.push(await readForVerify(world, session, checkpoint, checkpoint === checkpoints[0]));
      const { parent, commit } = checkpoint;
      // Against the one before it: all of a long session would be looked at again for each.
      await checkBrought(world.repository, parent ?? commit, commit, 'size');
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      if (CairnError.is(error, 'data/missing-object'))
        violations.push(lostIn(checkpoint, error.details.object));
    }
  }
  violations.push(...(await cutBelow(world.repository, entries.at(-1))));
  // In a shallow clone git knows no parent of the oldest commit; otherwise the chain begins with seq 1.
  const complete = checkpoints.at(-1)?.parent !== null;
  violations.push(
    ...verifyCheckpoints(verified, complete),
    ...verifyOnto(checkpoints, entries),
    ...(await verifyRefs(world.repository, session)),
    ...(await verifyHere(world, found, verified[0]?.status ?? null)),
  );
  return { session, violations };
}

function verifyOnto(
  checkpoints: readonly Checkpoint[],
  entries: readonly CommitEntry[],
): readonly Violation[] {
  const first = checkpoints.at(-1);
  const onto = entries.find(({ commit }) => commit === first?.parent);
  return first === undefined ? [] : verifyFork(first, onto?.message ?? null);
}

const nameOf = ({ commit, trailers }: Checkpoint): string =>
  `checkpoint ${trailers.seq} (${commit.slice(0, 10)})`;

const lostIn = (checkpoint: Checkpoint, object: string): Violation => ({
  rule: 'R16',
  where: nameOf(checkpoint),
  what: `git object ${object} of it is missing or cut short`,
});

/** Reports a history that ends at a commit whose parent is lost; in a shallow clone it has none. */
async function cutBelow(repository: Objects, oldest: CommitEntry | undefined): Promise<readonly Violation[]> {
  const lost = oldest?.parents[0];
  if (lost === undefined) return [];
  try {
    await repository.commitEntry(lost);
    return [];
  } catch (error) {
    if (!CairnError.is(error, 'data/missing-object')) throw error;
    return [
      {
        rule: 'R16',
        where: `below ${oldest?.commit.slice(0, 10)}`,
        what: `commit ${lost} is missing or cut short, and with it every checkpoint that is older`,
      },
    ];
  }
}

async function readForVerify(
  world: World,
  session: SessionId,
  checkpoint: Checkpoint,
  isTip: boolean,
): Promise<VerifiedCheckpoint> {
  const { repository } = world;
  const read = async (path: RepoPath): Promise<string | null> => {
    const bytes = await repository.read(checkpoint.commit, path);
    return bytes === null ? null : decode(bytes);
  };
  const blobAt = async (path: RepoPath): Promise<BlobId | null> =>
    (await repository.entry(checkpoint.commit, path))?.blob ?? null;
  const parsed = await parsedAs(read, statusPath(session), parseStatus);
  const status = parsed?.ok === true ? parsed.value : null;
  const workflow = await parsedAs(read, workflowPath(session), parseWorkflow);
  const effects = await parsedAs(read, effectsPath(session), parseEffectsRecord);
  const { records, problems } = await readRecords(read, session, status);
  const { message } = await repository.commitEntry(checkpoint.commit);
  return {
    checkpoint,
    schema: writtenSchema(message) ?? 1,
    status,
    problem: parsed?.ok === false ? JSON.stringify(parsed.error) : null,
    requestBlob: await blobAt(requestPath(session)),
    inputsBlob: await blobAt(inputsPath(session)),
    ...planFacts(
      world,
      checkpoint,
      workflow?.ok === true ? workflow.value : null,
      status,
      await read(itemsPath(session)),
    ),
    effects: effects?.ok === true ? effects.value.effects.length : null,
    records,
    recordProblems: problems,
    artifacts: await readArtifacts(repository, checkpoint, records),
    work: await readWork(repository, session, checkpoint),
    ...(await readHandedOn(world, session, checkpoint, status, isTip)),
  };
}

/** What its workflow.yaml says; as good as nothing where that cannot be read. */
function planFacts(
  { sha256 }: Pick<World, 'sha256'>,
  { trailers }: Checkpoint,
  workflow: Workflow | null,
  status: Status | null,
  items: string | null,
): Pick<VerifiedCheckpoint, 'beside' | 'itemsProblem' | 'planOfWorkflow'> {
  if (workflow === null) return { beside: false, itemsProblem: null, planOfWorkflow: null };
  return {
    // Others may be held up beside it from when more worked at once.
    beside:
      workflow.parallel > 1 ||
      heldUp(status?.rows.filter(({ phase }) => phase !== trailers.phase) ?? []) !== null,
    itemsProblem: status === null ? null : itemsProblem(workflow, items, status.rows),
    planOfWorkflow: planHash(workflow, sha256),
  };
}

/** What a parser makes of a file; null if there is no file. */
async function parsedAs<T>(
  read: (path: RepoPath) => Promise<string | null>,
  path: RepoPath,
  parse: (file: string, text: string) => T,
): Promise<T | null> {
  const text = await read(path);
  return text === null ? null : parse(path, text);
}

async function readArtifacts(
  repository: Objects,
  { commit, trailers }: Checkpoint,
  records: VerifiedCheckpoint['records'],
): Promise<VerifiedCheckpoint['artifacts']> {
  const own = trailers.phase === null ? undefined : records.get(trailers.phase);
  const artifacts = new Map<string, Awaited<ReturnType<typeof repository.entry>>>();
  for (const { path } of own?.artifacts ?? [])
    artifacts.set(path, await repository.entry(commit, path as RepoPath));
  return artifacts;
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

/** Checks every session that is listed: one that cannot be read is no reason to say nothing of the others. */
export async function verifyAll(world: World): Promise<readonly VerifyResult[]> {
  return Promise.all((await listSessions(world)).map((summary) => verifyListed(world, summary)));
}

async function verifyListed(world: World, { session }: SessionSummary): Promise<VerifyResult> {
  try {
    return await verifySession(world, session);
  } catch (error) {
    const trace = CairnError.is(error, 'usage/unknown-session') ? (error.details.trace ?? null) : null;
    if (!isRenamed(trace)) throw error;
    const where = branchRef(trace.branch.slice(0, -session.length), session);
    return { session, violations: [{ rule: 'R16', where, what: { warning: 'renamed', session, trace } }] };
  }
}
