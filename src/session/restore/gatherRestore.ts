import { effectsSince, type StayingEffect } from '../../model/effects/effectsSince.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import { RESTORING } from '../../model/plan/planOverwrite.ts';
import type { ChosenRestore } from '../../model/plan/chooseRestore.ts';
import {
  neverGoBack,
  planRestoring,
  rescueToPutBack,
  type KnownRestore,
  type RestoreFacts,
} from '../../model/plan/planRestoring.ts';
import type { Checkout, Drive } from '../drive.ts';
import { notedRestores, type BegunRestore } from '../drive/restoreJournal.ts';
import { readEffects } from '../effects/readEffects.ts';
import type { Change } from '../ports.ts';
import { knownRescues } from '../record/knownRescues.ts';
import { restingTree } from '../record/heldWork.ts';
import { repeatedSince } from '../record/repeatedSince.ts';
import { rewoundRows } from '../record/rewound.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';
import type { Captured } from '../workingTree/captureWork.ts';
import { planOverwriting, type Overwriting } from '../workingTree/planOverwriting.ts';

type Restored = Pick<Drive, 'world' | 'session' | 'ref' | 'record' | 'state'> & {
  readonly checkout: Pick<Checkout, 'tree'>;
};
type File = NonNullable<Change['after']>;

/** What a restore does to the files, and then publishes. */
export interface Restoring {
  readonly chosen: ChosenRestore;
  readonly older: SessionRecord;
  /** Records that it has other than its tree: of phases that are repeated by now. */
  readonly records: readonly PhaseRecord[];
  /** The tree of the new checkpoint. */
  readonly after: TreeId;
  readonly overwriting: Overwriting;
  /** Effects since then, which it does not undo. */
  readonly notUndone: readonly StayingEffect[];
}

/**
 * Gathers what a restore is planned from, and makes its trees.
 *
 * @param cutOff the same restore, begun by a process that died
 */
export async function gatherRestore(
  place: Restored,
  chosen: ChosenRestore,
  captured: Omit<Captured, 'secrets'>,
  cutOff: BegunRestore | null = null,
): Promise<Restoring> {
  const { world, session, ref, record } = place;
  const { repository } = world;
  const read = await readSession(repository, session, ref, chosen.checkpoint.commit);
  const { older, records } = repeatedSince(record.workflow, read);
  // Before what lies there is set aside: it will not be written.
  await repository.refuseUnsafe(older.commit);
  const undone = chosen.kind === 'undo' ? await rememberedOf(place, chosen.restore.parent) : null;
  const plan = planRestoring({
    session,
    kept: await keptAt(place),
    undone,
    rescue: chosen.kind === 'undo' ? await rescueOf(place, chosen.restore.trailers.seq, undone) : null,
    cutOff: cutOff === null ? null : { ...cutOff, appeared: await appeared(place, captured.tree, cutOff) },
  });
  const after = await repository.compose(older.tree, plan.published);
  // What was held of a phase that the plan has no more goes nowhere.
  const status = { ...older.status, rows: rewoundRows(record, older) };
  const resting = await restingTree(repository, { ...older, status, tree: after });
  const to = plan.uncommitted.size === 0 ? resting : await repository.compose(resting, plan.uncommitted);
  return {
    chosen,
    older,
    records,
    after,
    overwriting: await planOverwriting({ world, tree: place.checkout.tree }, captured, to, RESTORING, {
      staying: plan,
      give: plan.give,
    }),
    notUndone: effectsSince(older.effects, await readEffects(world.repository, record)),
  };
}

async function keptAt({ world, session, record }: Restored): Promise<ReadonlyMap<RepoPath, File>> {
  const kept = new Map<RepoPath, File>();
  for (const path of neverGoBack(session)) {
    const entry = await world.repository.entry(record.tree, path);
    if (entry !== null) kept.set(path, entry);
  }
  return kept;
}

async function rememberedOf({ state }: Restored, from: CommitId | null): Promise<KnownRestore | null> {
  return (await notedRestores(state)).all.findLast((line) => line.from === from) ?? null;
}

async function rescueOf(
  place: Restored,
  seq: number,
  undone: KnownRestore | null,
): Promise<RestoreFacts<File>['rescue']> {
  const { repository } = place.world;
  const chosen = rescueToPutBack(
    seq,
    undone,
    undone === null ? await knownRescues(repository, place.session) : [],
  );
  if (chosen === null) return null;
  const rescue = 'ref' in chosen ? await repository.tip(chosen.ref) : chosen.commit;
  if (rescue === null) return null;
  await repository.refuseUnsafe(rescue);
  const { tree, parents, message } = await repository.commitEntry(rescue);
  const [parent] = parents;
  return parent === undefined ? null : { message, changes: await repository.changes(parent, tree) };
}

/** Files on disk that did not exist before the restore was cut off. */
async function appeared(
  { world: { repository }, record }: Restored,
  tree: TreeId,
  { rescue }: BegunRestore,
): Promise<readonly string[]> {
  const before = rescue === null ? record.commit : await repository.tip(rescue);
  const changes = await repository.changes(before ?? record.commit, tree);
  return changes.filter((change) => change.kind === 'added').map((change) => change.path);
}
