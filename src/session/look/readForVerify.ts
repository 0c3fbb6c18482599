import { parseWorkflow } from '../../model/workflow/parseWorkflow.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { MOST_FILE_BYTES } from '../../model/checkpoint/mostBytes.ts';
import { writtenSchema } from '../../model/checkpoint/checkpointMessage.ts';
import { parsePhaseRecord, type PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { VerifiedCheckpoint } from '../../model/checkpoint/verifyRules.ts';
import { parseEffectsRecord } from '../../model/effects/effectsRecord.ts';
import { expandWorkflow } from '../../model/items/expandWorkflow.ts';
import { itemsProblem } from '../../model/items/itemsProblem.ts';
import { parseItems } from '../../model/items/itemsRecord.ts';
import type { BlobId, PhaseId, RepoPath, SessionId } from '../../model/names/ids.ts';
import {
  effectsPath,
  inputsPath,
  itemsPath,
  recordPath,
  requestPath,
  statusPath,
  workflowPath,
} from '../../model/names/places.ts';
import { recordProblemWords } from '../../model/parsing/recordProblemWords.ts';
import { heldUp } from '../../model/plan/wholeOf.ts';
import { parseStatus } from '../../model/status/parseStatus.ts';
import type { Status } from '../../model/status/status.ts';
import { planHash } from '../../model/workflow/planHash.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Objects } from '../ports.ts';
import { readOnce } from '../record/readOnce.ts';
import { MOST_STATUS_BYTES, readToShow } from '../record/recordReader.ts';
import { decode } from '../record/text.ts';
import type { World } from '../world.ts';
import { readHandedOn } from './verifyHandedOn.ts';
import { type Announced, readWork } from './verifyWork.ts';

/** Reads of a checkpoint what the rules are about. */
export async function readForVerify(
  world: World,
  session: SessionId,
  checkpoint: Checkpoint,
  { isTip, announced }: { readonly isTip: boolean; readonly announced: Announced | null },
): Promise<VerifiedCheckpoint> {
  const { repository } = world;
  const read = async (path: RepoPath): Promise<string | null> => {
    const most = path === statusPath(session) ? MOST_STATUS_BYTES : MOST_FILE_BYTES;
    const bytes = await readToShow(repository, checkpoint.commit, path, most);
    // As little as nothing can be made of it.
    if (bytes === 'too long') return '';
    return bytes === null ? null : decode(bytes);
  };
  const blobAt = async (path: RepoPath): Promise<BlobId | null> =>
    (await repository.entry(checkpoint.commit, path))?.blob ?? null;
  const parsed = await parsedAs(read, statusPath(session), parseStatus);
  const status = parsed?.ok === true ? parsed.value : null;
  const workflow = await parsedAs(read, workflowPath(session), (file, text) =>
    readOnce(repository, file, text, parseWorkflow),
  );
  const effects = await parsedAs(read, effectsPath(session), parseEffectsRecord);
  const { records, problems } = await readRecords(read, session, status);
  const { message } = await repository.commitEntry(checkpoint.commit);
  return {
    checkpoint,
    schema: writtenSchema(message) ?? 1,
    status,
    problem: parsed?.ok === false ? recordProblemWords(parsed.error) : null,
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
    work: await readWork(repository, session, checkpoint, { rows: status?.rows ?? [], records, announced }),
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
): Pick<VerifiedCheckpoint, 'beside' | 'itemsProblem' | 'planOfWorkflow' | 'asksApproval'> {
  if (workflow === null)
    return { beside: false, itemsProblem: null, planOfWorkflow: null, asksApproval: false };
  const lists = items === null ? null : parseItems('items.json', items);
  const { phases } = lists?.ok === true ? expandWorkflow(workflow, lists.value) : workflow;
  return {
    // Others may be held up beside it from when more worked at once.
    beside:
      workflow.parallel > 1 ||
      heldUp(status?.rows.filter(({ phase }) => phase !== trailers.phase) ?? []) !== null,
    itemsProblem: status === null ? null : itemsProblem(workflow, items, status.rows),
    planOfWorkflow: planHash(workflow, sha256),
    asksApproval: phases.some(({ id, approval }) => id === trailers.phase && approval === 'required'),
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
): Promise<{
  readonly records: ReadonlyMap<PhaseId, PhaseRecord>;
  readonly problems: ReadonlyMap<PhaseId, string>;
}> {
  const records = new Map<PhaseId, PhaseRecord>();
  const problems = new Map<PhaseId, string>();
  for (const row of status?.rows ?? []) {
    const path = recordPath(session, row.number, row.phase);
    const text = await read(path);
    if (text === null) continue;
    const record = parsePhaseRecord(path, text);
    if (record.ok) records.set(row.phase, record.value);
    else problems.set(row.phase, `${path} cannot be read: ${recordProblemWords(record.error)}`);
  }
  return { records, problems };
}
