import { inOrder } from '../../base/inOrder.ts';
import { CairnError, type Problem } from '../../base/cairnError.ts';
import type { Result } from '../../base/result.ts';
import { CHECKPOINT_KINDS, TRAILERS, type Trailers } from '../../model/checkpoint/trailers.ts';
import { glanceTrailers, parseTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import { parseEffectsRecord, type EffectsRecord } from '../../model/effects/effectsRecord.ts';
import { NO_EFFECTS } from '../../model/effects/effectState.ts';
import type { CommitId, PhaseId, RefName, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import { textOf } from '../../model/text/losslessText.ts';
import { parsePhaseRecord, type PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { parseStatus } from '../../model/status/parseStatus.ts';
import { parseWorkflow } from '../../model/workflow/parseWorkflow.ts';
import { effectsPath, recordPath, requestPath, statusPath, workflowPath } from '../../model/names/places.ts';
import type { RecordProblem } from '../../model/parsing/readRecord.ts';
import { SCHEMA } from '../../model/parsing/schema.ts';
import { HAS_RECORD, SESSION_STATES } from '../../model/status/statusWords.ts';
import type { Status, StatusRow } from '../../model/status/status.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { Objects } from '../ports.ts';
import { decode } from './text.ts';
import type { World } from '../world.ts';
import { findSession } from './findSession.ts';

/** A session as one commit of its branch describes it. Nothing else is needed to continue. */
export interface SessionRecord {
  readonly session: SessionId;
  readonly ref: RefName;
  readonly commit: CommitId;
  readonly tree: TreeId;
  /** null: the commit is no checkpoint, as after a squash. */
  readonly trailers: Trailers | null;
  readonly status: Status;
  readonly workflow: Workflow;
  readonly workflowText: string;
  readonly request: string;
  readonly records: ReadonlyMap<PhaseId, PhaseRecord>;
  readonly effects: EffectsRecord;
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
  const read = async (path: RepoPath): Promise<string | null> => {
    const bytes = await repository.read(tree, path);
    return bytes === null ? null : decode(bytes);
  };
  const statusBytes = await repository.read(tree, statusPath(session));
  if (statusBytes === null) {
    const of = glanceTrailers(message)?.session ?? session;
    throw new CairnError('data/no-checkpoint', { session, branch: ref, ...(of === session ? {} : { of }) });
  }
  const status = unwrapRecord(
    parseStatus(statusPath(session), textOf(statusBytes)),
    statusPath(session),
    commit,
  );
  refuseNewer(message, session, commit);
  // All are asked for before the first is awaited: one question after the other would be a wait for git each.
  const [workflowText, effectsText, request, ...recordTexts] = await inOrder([
    read(workflowPath(session)),
    read(effectsPath(session)),
    read(requestPath(session)),
    ...status.rows.map((row) => read(recordPath(session, row.number, row.phase))),
  ]);
  const written = required(workflowText, workflowPath(session), commit);
  const workflow = parseWorkflow(workflowPath(session), written);
  if (!workflow.ok) throw unreadable(workflowPath(session), commit, workflow.error);
  const records = new Map<PhaseId, PhaseRecord>();
  for (const [at, row] of status.rows.entries()) {
    const record = phaseRecordOf(recordTexts[at] ?? null, session, row, commit);
    if (record !== null) records.set(row.phase, record);
  }
  return {
    session,
    ref,
    commit,
    tree,
    trailers: parseTrailers(message),
    status,
    workflow: workflow.value,
    workflowText: written,
    request: required(request, requestPath(session), commit),
    records,
    effects:
      effectsText === undefined || effectsText === null
        ? NO_EFFECTS
        : unwrapRecord(parseEffectsRecord(effectsPath(session), effectsText), effectsPath(session), commit),
  };
}

function phaseRecordOf(
  text: string | null,
  session: SessionId,
  row: StatusRow,
  commit: CommitId,
): PhaseRecord | null {
  const path = recordPath(session, row.number, row.phase);
  if (text !== null) return unwrapRecord(parsePhaseRecord(path, text), path, commit);
  if (!HAS_RECORD.includes(row.status)) return null;
  throw missing(path, commit);
}

function required(text: string | null | undefined, path: string, commit: CommitId): string {
  if (text === null || text === undefined) throw missing(path, commit);
  return text;
}

/** A file that every commit of its kind has. */
export function missing(file: string, commit: CommitId): CairnError {
  const problems = [{ file, line: 1, column: 1, message: 'is missing' }];
  return new CairnError('data/corrupt', { file, commit, problems });
}

/** @throws `data/corrupt`, `data/newer-schema`, `data/unknown-word`, `data/schema-missing` for a record that cannot be used */
export function unwrapRecord<T>(result: Result<T, RecordProblem>, file: string, commit: CommitId): T {
  if (result.ok) return result.value;
  switch (result.error.kind) {
    case 'schema-missing':
      throw new CairnError('data/schema-missing', { file, commit });
    case 'newer-schema':
      throw new CairnError('data/newer-schema', { file, commit, found: result.error.found, known: SCHEMA });
    case 'invalid':
      throw unreadable(file, commit, result.error.problems);
  }
}

/** A newer Cairn's words are told apart from damage, because the remedy differs. */
function unreadable(file: string, commit: CommitId, problems: readonly Problem[]): CairnError {
  const code = problems.every(({ unknown }) => unknown === true) ? 'data/unknown-word' : 'data/corrupt';
  return new CairnError(code, { file, commit, problems });
}

/** If a newer Cairn's files look like ours, its commit message may still say otherwise. */
function refuseNewer(message: string, session: SessionId, commit: CommitId): void {
  const said = glanceTrailers(message);
  if (said === null || said.session !== session) return;
  const { schema, kind, state } = said;
  const file = 'the message of the checkpoint';
  if (schema !== null && schema > SCHEMA)
    throw new CairnError('data/newer-schema', { file, commit, found: schema, known: SCHEMA });
  const problems = [
    ...unknownIn(TRAILERS.kind.name, kind, CHECKPOINT_KINDS),
    ...unknownIn(TRAILERS.state.name, state, SESSION_STATES),
  ].map((what): Problem => ({ file, line: 1, column: 1, message: what, unknown: true }));
  if (problems.length > 0) throw unreadable(file, commit, problems);
}

const unknownIn = (key: string, word: string | null, known: readonly string[]): readonly string[] =>
  word === null || known.includes(word) ? [] : [`${key} is ${JSON.stringify(word)}`];

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
