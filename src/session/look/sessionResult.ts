import { CairnError } from '../../base/cairnError.ts';
import { parseJson } from '../../base/json.ts';
import type { RepoPath, SessionId } from '../../model/names/ids.ts';
import { artifactPath } from '../../model/names/places.ts';
import type { ResultFile } from '../../model/workflow/workflow.ts';
import type { Objects } from '../ports.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import type { ResultView, StatusView } from '../results.ts';
import type { World } from '../world.ts';

/** A larger one is told by its path alone. Bytes. */
const MOST_SHOWN = 64 * 1024;

/** What a session was given besides its request, and what is there of the file that it is run for. */
export async function givenAndResult(
  repository: Objects,
  record: SessionRecord,
): Promise<Pick<StatusView, 'inputs' | 'result'>> {
  const { inputs, workflow } = record;
  return {
    ...(inputs.size === 0 ? {} : { inputs: Object.fromEntries(inputs) }),
    ...(workflow.result === null ? {} : { result: await findResult(repository, record, workflow.result) }),
  };
}

async function findResult(
  repository: Objects,
  record: SessionRecord,
  result: ResultFile,
): Promise<ResultView> {
  const path = resultPath(record, result);
  const entry = isMade(record, result) ? await repository.entry(record.tree, path) : null;
  if (entry === null) return { path, present: false, bytes: 0 };
  const bytes = (await repository.blobBytes(entry.blob)) ?? 0;
  const value =
    path.endsWith('.json') && bytes <= MOST_SHOWN
      ? parseJson(decode(await repository.readBlob(entry.blob)))
      : undefined;
  return { path, present: true, bytes, ...(value === undefined ? {} : { value }) };
}

/**
 * The file that a session is run for, as its tip has it.
 *
 * @throws `usage/not-possible` where its workflow names none, or no phase that makes it is done
 */
export async function readResult(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<{ readonly path: RepoPath; readonly bytes: Uint8Array }> {
  const record = await readTip(world, session);
  const { result } = record.workflow;
  const refuse = (refusal: CairnError<'usage/not-possible'>['details']['refusal']): CairnError =>
    new CairnError('usage/not-possible', { act: 'result', session, refusal });
  if (result === null) throw refuse({ because: 'no-result' });
  const path = resultPath(record, result);
  const bytes = isMade(record, result) ? await world.repository.read(record.tree, path) : null;
  if (bytes === null) throw refuse({ because: 'no-result-yet', path: result.path, by: result.phases });
  return { path, bytes };
}

/** A file of this name may have been in the repository before. */
const isMade = ({ status }: SessionRecord, { phases }: ResultFile): boolean =>
  status.rows.some(({ phase, status: row }) => row === 'done' && phases.includes(phase));

function resultPath({ session, status }: SessionRecord, { path, phases }: ResultFile): RepoPath {
  const row = status.rows.find(({ phase }) => phases.includes(phase));
  // A file from the root is where it is, whoever makes it.
  return row === undefined
    ? (path.replace(/^\//, '') as RepoPath)
    : artifactPath(session, row.number, row.phase, path);
}
