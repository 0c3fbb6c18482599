import { isFinished } from '../../model/graph/planNext.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { CommitId, TreeId } from '../../model/names/ids.ts';
import type { Tip } from '../drive.ts';
import type { SessionAbout } from '../ports.ts';
import { heldWork, restingTree } from '../record/heldWork.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';

/** What a working tree holds and on which checkpoint it stands. Null: phases run one by one, and it goes with the tip. */
export type Standing = Required<Pick<SessionAbout, 'phase' | 'stands' | 'rests'>> | null;

/** How the first slot stands, whatever ran in it before; noted, as from now on the tip does not say it. */
export async function firstStanding(
  world: Pick<World, 'repository'>,
  record: SessionRecord,
  history: readonly Checkpoint[],
  about: SessionAbout | null,
): Promise<Standing> {
  if (about?.phase !== undefined) return standingOf(record, history, about);
  if (record.workflow.parallel === 1 || about?.isolation === 'in-place') return null;
  const held = heldWork(record);
  if (held === null) return { phase: null, stands: record.commit, rests: null };
  // What is made here is made where the work began; a worktree that is there already goes with the tip.
  return about === null
    ? { phase: held.phase, stands: held.base, rests: null }
    : { phase: held.phase, stands: record.commit, rests: await restingTree(world.repository, record) };
}

/** How a slot stands, as this machine noted it. A phase that is finished by now has left it. */
export function standingOf(
  record: SessionRecord,
  history: readonly Checkpoint[],
  { phase = null, stands, moving, rests }: SessionAbout,
): NonNullable<Standing> {
  const isKnown = (commit: CommitId | null | undefined): commit is CommitId =>
    history.some((checkpoint) => checkpoint.commit === commit);
  const row = record.status.rows.find((candidate) => candidate.phase === phase);
  const occupant = row === undefined || isFinished(row.status) ? null : row.phase;
  // A checkpoint that came to be took it along.
  if (isKnown(moving)) return { phase: occupant, stands: moving, rests: null };
  if (isKnown(stands)) return { phase: occupant, stands, rests: rests ?? null };
  return { phase: occupant, stands: record.commit, rests: null };
}

/** The session as a working tree that stands so sees it, and the tip where that is another. */
export async function seenFrom(
  world: Pick<World, 'repository'>,
  tip: Tip,
  standing: Standing,
): Promise<Tip & { readonly ahead: Tip | null }> {
  if (standing === null) return { ...tip, ahead: null };
  const { phase, stands: commit, rests } = standing;
  const tree: TreeId = (await world.repository.commitEntry(commit)).tree;
  const record = { ...tip.record, commit, tree, slot: { phase, rests, tip: tip.record.commit } };
  return { record, history: tip.history, ahead: commit === tip.record.commit ? null : tip };
}
