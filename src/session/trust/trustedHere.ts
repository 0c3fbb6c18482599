import { parseWorkflow } from '../../model/workflow/parseWorkflow.ts';
import { CHECKPOINT_KINDS } from '../../model/checkpoint/trailers.ts';
import { type Checkpoint, ownCheckpoints, forkedFrom } from '../../model/checkpoint/checkpoint.ts';
import type { BlobId, CommitId, RefName, SessionId } from '../../model/names/ids.ts';
import { workflowPath } from '../../model/names/places.ts';
import { commandsHash, commandsOf, runsNothing } from '../../model/agent/sessionCommands.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { History } from '../record/history.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import type { Trusted } from '../ports.ts';
import type { World } from '../world.ts';

type Needs = Pick<World, 'repository' | 'state' | 'sha256'>;
type Of = Pick<SessionRecord, 'session' | 'ref'>;

/** The hash of everything that a workflow would run. */
export const hashOf = ({ sha256 }: Pick<World, 'sha256'>, workflow: Workflow): string =>
  commandsHash(commandsOf(workflow), sha256);

/** Whether everything that a workflow would run is trusted in this clone; a workflow that runs nothing needs no trust. */
export async function isTrusted(
  world: Needs,
  of: Of,
  workflow: Workflow,
  history: History,
): Promise<boolean> {
  if (runsNothing(commandsOf(workflow))) return true;
  const hash = hashOf(world, workflow);
  return (await trustedHere(world, of, history)).some((known) => known.hash === hash);
}

/** What of a session was trusted in this clone: from the notes, or else inferred from who opened it. */
export async function trustedHere(world: Needs, of: Of, history: History): Promise<readonly Trusted[]> {
  return (await world.state.of(of.session).trust.all()) ?? openedBefore(world, of, await history());
}

/**
 * True if this clone opened the session and nothing of it came from elsewhere since. Then the files in its working tree, and
 * any workflow the person names, are theirs, as at `start`.
 */
export async function isOurs(world: Needs, record: SessionRecord, history: History): Promise<boolean> {
  const state = world.state.of(record.session);
  if (((await state.about())?.found ?? null) !== null) return false;
  if (!(await state.published()).has(record.commit)) return false;
  return (await trustedHere(world, record, history)).some(({ how }) => how === 'opened');
}

/**
 * For a session that this clone opened before Cairn took notes, or whose notes are lost: the workflows of its checkpoints, from
 * the first one on, as long as each was made here. The first checkpoint from elsewhere ends that, even if later ones were made
 * here.
 */
async function openedBefore(
  world: Needs,
  { session, ref }: Of,
  history: readonly Checkpoint[],
): Promise<readonly Trusted[]> {
  const from = history.findIndex(({ trailers }) => trailers.session === session);
  const oldestFirst = from === -1 ? [] : ownCheckpoints(history.slice(from)).toReversed();
  const [first] = oldestFirst;
  if (first === undefined || first.trailers.seq !== 1) return [];
  const isHere = await madeHere(world, session, ref);
  const end = oldestFirst.findIndex(({ commit }) => !isHere(commit));
  const made = end === -1 ? oldestFirst : oldestFirst.slice(0, end);
  const hashes = await hashesOf(world, session, made);
  const known = first.trailers.kind === 'fork' ? await ofSource(world, first, history) : null;
  return hashes
    .filter((hash, at) => known === null || at > 0 || known.has(hash))
    .map((hash) => ({ hash, at: first.at, how: known === null ? 'opened' : 'forked' }));
}

/** A fork begins with the commands of another session, trusted or not. */
async function ofSource(
  world: Needs,
  { trailers }: Checkpoint,
  history: readonly Checkpoint[],
): Promise<ReadonlySet<string>> {
  const from = forkedFrom(trailers);
  const about = from === null ? null : await world.state.of(from.session).about();
  if (from === null || about === null) return new Set();
  const of = { session: from.session, ref: `refs/heads/${about.branch}` as RefName };
  return new Set((await trustedHere(world, of, async () => history)).map(({ hash }) => hash));
}

const OURS: ReadonlySet<string> = new Set(CHECKPOINT_KINDS.map((kind) => `cairn: ${kind}`));

/** By git's reflog of the branch, and by our own notes if no checkpoint of this session ever came from elsewhere. */
async function madeHere(
  { repository, state }: Needs,
  session: SessionId,
  ref: RefName,
): Promise<(commit: CommitId) => boolean> {
  const folder = state.of(session);
  const [moves, published, about] = await Promise.all([
    repository.moves(ref),
    folder.published(),
    folder.about(),
  ]);
  const made = new Set(moves.filter(({ why }) => OURS.has(why)).map(({ to }) => to));
  return (commit) => made.has(commit) || (about?.found === undefined && published.has(commit));
}

/** The hash of each workflow among these checkpoints, in order. */
async function hashesOf(
  world: Needs,
  session: SessionId,
  checkpoints: readonly Checkpoint[],
): Promise<readonly string[]> {
  const seen = new Set<BlobId>();
  const hashes = new Set<string>();
  for (const { commit } of checkpoints) {
    const entry = await world.repository.entry(commit, workflowPath(session));
    if (entry === null || seen.has(entry.blob)) continue;
    seen.add(entry.blob);
    const parsed = parseWorkflow(workflowPath(session), decode(await world.repository.readBlob(entry.blob)));
    if (parsed.ok) hashes.add(hashOf(world, parsed.value));
  }
  return [...hashes];
}
