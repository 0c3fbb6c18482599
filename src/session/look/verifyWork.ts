import { CairnError } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { writtenSchema } from '../../model/checkpoint/checkpointMessage.ts';
import type { VerifiedHeld, VerifiedWork } from '../../model/checkpoint/heldProblems.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { broughtBy, foreignTo } from '../../model/checkpoint/writesOf.ts';
import { isFinished } from '../../model/graph/planNext.ts';
import type { CommitId, PhaseId, SessionId } from '../../model/names/ids.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Ancestry, Objects } from '../ports.ts';
import type { Violation } from '../verifyResult.ts';
import { verifyTree } from './verifyObjects.ts';

/** Before this schema, work that was not done was in the tree of its checkpoint. */
const HOLDS_SINCE = 2;

type Reads = Objects & Pick<Ancestry, 'isAncestor'>;

/** What brought work that is held. */
export interface Announced {
  /** Work that checkpoints of the session hold, with the number of the first one that says so. */
  readonly since: ReadonlyMap<CommitId, number>;
  /** Of several phases a fork brings the work below one commit. */
  readonly isFork: boolean;
}

export function announcedIn(newestFirst: readonly Checkpoint[]): Announced {
  const since = new Map<CommitId, number>();
  for (const { trailers } of newestFirst) if (trailers.held !== null) since.set(trailers.held, trailers.seq);
  return { since, isFork: newestFirst.at(-1)?.trailers.kind === 'fork' };
}

interface Known {
  readonly rows: readonly StatusRow[];
  readonly records: ReadonlyMap<PhaseId, PhaseRecord>;
  /** Null where the clone does not reach back far enough. */
  readonly announced: Announced | null;
}

/** Reads what a checkpoint did to the files, and what becomes of work that is held. */
export async function readWork(
  repository: Reads,
  session: SessionId,
  { commit, parent, trailers }: Checkpoint,
  { rows, records, announced }: Known,
): Promise<VerifiedWork> {
  const { parents } = await repository.commitEntry(commit);
  const looksAt =
    parent !== null && (await isOfNow(repository, parent)) && (await isOfNow(repository, commit));
  const paths = looksAt ? (await repository.changes(parent, commit)).map(({ path }) => path as string) : [];
  const { kind, phase } = trailers;
  const closes = kind === 'phase' || kind === 'approval';
  // One that cannot be read is told as such.
  const leavesOpen = closes && (records.get(phase as PhaseId)?.status ?? 'done') !== 'done';
  return {
    changed: broughtBy({ ...trailers, leavesOpen }, session, paths),
    rewritten: foreignTo(trailers, rows, paths),
    second: parents[1] ?? null,
    held: await heldIn(repository, { commit, trailers }, records, announced),
  };
}

/** Written since; the first checkpoint of that schema adds what those before it lack. */
async function isOfNow(repository: Objects, commit: CommitId): Promise<boolean> {
  const { message } = await repository.commitEntry(commit);
  return (writtenSchema(message) ?? 1) >= HOLDS_SINCE;
}

async function heldIn(
  repository: Reads,
  at: Pick<Checkpoint, 'commit' | 'trailers'>,
  records: Known['records'],
  announced: Announced | null,
): Promise<VerifiedWork['held']> {
  const found = new Map<PhaseId, VerifiedHeld>();
  for (const { phase, status, held } of records.values()) {
    if (held === undefined || isFinished(status)) continue;
    const comes = announced === null || (await comesWith(repository, held.commit, at, announced));
    found.set(phase, { on: await firstParent(repository, held.commit), comes });
  }
  return found;
}

async function comesWith(
  repository: Reads,
  held: CommitId,
  { commit, trailers: { seq } }: Pick<Checkpoint, 'commit' | 'trailers'>,
  { since, isFork }: Announced,
): Promise<boolean> {
  if ((since.get(held) ?? Infinity) <= seq) return true;
  if (!isFork) return false;
  try {
    return await repository.isAncestor(held, commit);
  } catch (error) {
    if (CairnError.is(error, 'data/missing-object')) return false;
    throw error;
  }
}

/** R18 of the work that a checkpoint holds, where this clone has it. */
export async function verifyHeld(
  repository: Objects,
  where: string,
  { trailers: { held } }: Checkpoint,
): Promise<readonly Violation[]> {
  if (held === null || (await firstParent(repository, held)) === null) return [];
  return verifyTree(repository, `what ${where} holds`, held);
}

/** Null in a clone that lacks it: a shallow one has no second parents. */
async function firstParent(repository: Objects, commit: CommitId): Promise<CommitId | null> {
  try {
    return (await repository.commitEntry(commit)).parents[0] ?? null;
  } catch (error) {
    if (CairnError.is(error, 'data/missing-object')) return null;
    throw error;
  }
}
