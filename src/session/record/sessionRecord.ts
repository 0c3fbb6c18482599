import { inOrder } from '../../base/inOrder.ts';
import { CairnError } from '../../base/cairnError.ts';
import { parseWorkflow } from '../../model/workflow/parseWorkflow.ts';
import type { Trailers } from '../../model/checkpoint/trailers.ts';
import { glanceTrailers, parseTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import { parseEffectsRecord, type EffectsRecord } from '../../model/effects/effectsRecord.ts';
import { NO_EFFECTS } from '../../model/effects/effectState.ts';
import { inputValues, parseInputs, type GivenInputs } from '../../model/inputs/inputsRecord.ts';
import type { CommitId, PhaseId, RefName, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import { textOf } from '../../model/text/losslessText.ts';
import { parsePhaseRecord, type PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { asPublished } from '../../model/status/isRendering.ts';
import { parseStatus } from '../../model/status/parseStatus.ts';
import { expandWorkflow } from '../../model/items/expandWorkflow.ts';
import type { Expansion } from '../../model/items/item.ts';
import { itemTexts } from '../../model/items/itemTexts.ts';
import { parseItems } from '../../model/items/itemsRecord.ts';
import { unfitExpansion } from '../../model/items/unfitExpansion.ts';
import {
  effectsPath,
  inputsPath,
  itemsPath,
  recordPath,
  requestPath,
  statusPath,
  workflowPath,
} from '../../model/names/places.ts';
import { fillWorkflow, MOST_FILLED } from '../../model/template/fillWorkflow.ts';
import type { Standing } from '../../model/slot/standing.ts';
import { HAS_RECORD } from '../../model/status/statusWords.ts';
import type { Status, StatusRow } from '../../model/status/status.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Objects } from '../ports.ts';
import { missing, refuseNewer, unreadable, unwrapRecord, wrongIn } from './recordErrors.ts';
import { readOnce } from './readOnce.ts';
import { MOST_STATUS_BYTES, recordReader } from './recordReader.ts';
import { decode } from './text.ts';
import type { World } from '../world.ts';
import { findSession } from './findSession.ts';
import { refuseUnfit } from './refuseUnfit.ts';

/** A session as one commit of its branch describes it. Nothing else is needed to continue. */
export interface SessionRecord {
  readonly session: SessionId;
  readonly ref: RefName;
  readonly commit: CommitId;
  readonly tree: TreeId;
  /** Where phases work side by side, as one of their slots sees it: `commit` and `tree` are of the checkpoint that it stands on. */
  readonly slot?: SlotView;
  /** null: the commit is no checkpoint, as after a squash. */
  readonly trailers: Trailers | null;
  readonly status: Status;
  /** Its titles and prompts are filled in, so that nobody who shows or sends one has to remember. */
  readonly workflow: Workflow;
  readonly workflowText: string;
  readonly request: string;
  readonly given: GivenInputs;
  /** Of every input of the workflow; empty where it has neither a value nor a default. */
  readonly inputs: ReadonlyMap<string, string>;
  /** What became of the phases that are repeated. */
  readonly expansions: readonly Expansion[];
  readonly records: ReadonlyMap<PhaseId, PhaseRecord>;
  readonly effects: EffectsRecord;
}

/** What one slot knows besides. */
export interface SlotView extends Omit<Standing, 'stands'> {
  /** The tip of the session. */
  readonly tip: CommitId;
}

/** Paths that the session's checkpoints did not capture: that they differ from the tip is not news. */
export const notCapturedIn = ({ records }: Pick<SessionRecord, 'records'>): ReadonlySet<string> =>
  new Set([...records.values()].flatMap(({ notCaptured }) => notCaptured.map(({ path }) => path)));

/**
 * Reads a session at one commit.
 *
 * @throws `data/no-checkpoint`, `data/corrupt` (field, file and commit), `data/newer-schema`, `data/unknown-word`,
 * `data/schema-missing`
 */
export async function readSession(
  repository: Objects,
  session: SessionId,
  ref: RefName,
  commit: CommitId,
): Promise<SessionRecord> {
  const { tree, message } = await repository.commitEntry(commit);
  const readBytes = recordReader(repository, tree, commit);
  const read = async (path: RepoPath): Promise<string | null> => {
    const bytes = await readBytes(path);
    return bytes === null ? null : decode(bytes);
  };
  const statusBytes = await readBytes(statusPath(session), MOST_STATUS_BYTES);
  if (statusBytes === null) {
    const of = glanceTrailers(message)?.session ?? session;
    throw new CairnError('data/no-checkpoint', { session, branch: ref, ...(of === session ? {} : { of }) });
  }
  const status = asPublished(
    unwrapRecord(parseStatus(statusPath(session), textOf(statusBytes)), statusPath(session), commit),
  );
  refuseNewer(message, session, commit);
  // All are asked for before the first is awaited: one question after the other would be a wait for git each.
  const [workflowText, effectsText, requestText, inputsText, itemsText, ...recordTexts] = await inOrder([
    read(workflowPath(session)),
    read(effectsPath(session)),
    read(requestPath(session)),
    read(inputsPath(session)),
    read(itemsPath(session)),
    ...status.rows.map((row) => read(recordPath(session, row.number, row.phase))),
  ]);
  const asked = workflowAsGiven(
    { repository, session, commit },
    workflowText,
    requestText,
    inputsText,
    itemsText,
  );
  const records = new Map<PhaseId, PhaseRecord>();
  for (const [at, row] of status.rows.entries()) {
    const record = phaseRecordOf({ repository, session, commit }, recordTexts[at] ?? null, row);
    if (record !== null) records.set(row.phase, record);
  }
  refuseUnfit(session, commit, { status, records, workflow: asked.workflow });
  return {
    session,
    ref,
    commit,
    tree,
    trailers: parseTrailers(message),
    status,
    ...asked,
    records,
    effects:
      effectsText === undefined || effectsText === null
        ? NO_EFFECTS
        : unwrapRecord(parseEffectsRecord(effectsPath(session), effectsText), effectsPath(session), commit),
  };
}

type At = Pick<SessionRecord, 'session' | 'commit'> & { readonly repository: Objects };

/** What the session is to do: its workflow with request and inputs filled in, and these as they are. */
function workflowAsGiven(
  { repository, session, commit }: At,
  ...[workflowText, requestText, inputsText, itemsText]: readonly (string | null | undefined)[]
): Pick<SessionRecord, 'workflow' | 'workflowText' | 'request' | 'given' | 'inputs' | 'expansions'> {
  const path = workflowPath(session);
  const written = required(workflowText, path, commit);
  const parsed = readOnce(repository, path, written, parseWorkflow);
  if (!parsed.ok) throw unreadable(path, commit, parsed.error);
  const request = required(requestText, requestPath(session), commit);
  const given = givenInputs(inputsText ?? null, inputsPath(session), parsed.value, commit);
  const inputs = inputValues(parsed.value.inputs, given);
  const expansions = expansionsIn(itemsText ?? null, itemsPath(session), parsed.value, commit);
  const workflow = fillWorkflow(expandWorkflow(parsed.value, expansions), { inputs, request }, itemTexts);
  if (workflow === null)
    throw wrongIn(path, commit, `filled in, its prompts have more than ${MOST_FILLED} characters`);
  return { workflow, workflowText: written, request, given, inputs, expansions };
}

/** What became of the phases that are repeated. */
function expansionsIn(
  text: string | null,
  path: RepoPath,
  workflow: Workflow,
  commit: CommitId,
): readonly Expansion[] {
  if (text === null || workflow.phases.every(({ forEach }) => forEach === null)) return [];
  const expansions = unwrapRecord(parseItems(path, text), path, commit);
  const why = unfitExpansion(workflow, expansions);
  if (why !== null) throw wrongIn(path, commit, why);
  return expansions;
}

/** A workflow that asks for nothing has no file for it; what lies there is somebody's. */
function givenInputs(
  text: string | null,
  path: RepoPath,
  { inputs }: Workflow,
  commit: CommitId,
): GivenInputs {
  const given: GivenInputs =
    text === null || inputs.length === 0 ? new Map() : unwrapRecord(parseInputs(path, text), path, commit);
  const lacking = inputs.find(({ name, required }) => required && !given.has(name));
  if (lacking === undefined) return given;
  throw text === null ? missing(path, commit) : wrongIn(path, commit, `"${lacking.name}" is missing`);
}

function phaseRecordOf(
  { repository, session, commit }: At,
  text: string | null,
  row: StatusRow,
): PhaseRecord | null {
  const path = recordPath(session, row.number, row.phase);
  if (text !== null) return unwrapRecord(readOnce(repository, path, text, parsePhaseRecord), path, commit);
  if (!HAS_RECORD.includes(row.status)) return null;
  throw missing(path, commit);
}

function required(text: string | null | undefined, path: string, commit: CommitId): string {
  if (text === null || text === undefined) throw missing(path, commit);
  return text;
}

/**
 * A session at its tip.
 *
 * @throws `usage/unknown-session`, and what {@link readSession} does
 */
export async function readTip(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<SessionRecord> {
  const { ref, tip } = await findSession(world, session);
  return readSession(world.repository, session, ref, tip);
}
