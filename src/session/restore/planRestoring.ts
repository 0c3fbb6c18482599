import { effectsSince } from '../../model/effects/effectsSince.ts';
import type { StayingEffect } from '../../model/effects/staysDone.ts';
import type { CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { JournalLine } from '../../model/attempt/journal.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import {
  effectsPath,
  isEngineFile,
  requestPath,
  sessionRefs,
  statusPath,
  workflowPath,
} from '../../model/names/places.ts';
import type { ChosenRestore } from '../../model/plan/planRestore.ts';
import type { Captured } from '../workingTree/captureWork.ts';
import type { Checkout, Drive } from '../drive.ts';
import { readEffects } from '../effects/effectStore.ts';
import { planOverwriting, type Overwriting } from '../workingTree/planOverwriting.ts';
import type { Mode, Ref } from '../ports.ts';
import { rawFolderOf, RESCUE_TRAILERS } from '../../model/checkpoint/rescueMessage.ts';
import { hasTrailer } from '../../model/checkpoint/trailerLines.ts';
import { rescueNumber } from '../record/ownRefs.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';

type Place = Pick<Drive, 'world' | 'session' | 'ref' | 'record' | 'state' | 'root'> & {
  readonly checkout: Pick<Checkout, 'tree'>;
};
type Edits = ReadonlyMap<RepoPath, { readonly blob: Entry['blob']; readonly mode: Mode } | null>;
type Entry = NonNullable<Awaited<ReturnType<Drive['world']['repository']['entry']>>>;

/** A restore as a value: what it publishes, and what it does to the files before. */
export interface Restoring {
  readonly chosen: ChosenRestore;
  readonly older: SessionRecord;
  /** The tree of the new checkpoint. */
  readonly after: TreeId;
  readonly overwriting: Overwriting;
  /** What happened outside since then. */
  readonly notUndone: readonly StayingEffect[];
}

/**
 * Decides what a restore writes. An undo also puts back what was uncommitted before, uncommitted.
 *
 * @param left what the same restore left alone before it was cut off
 */
export async function planRestoring(
  place: Place,
  chosen: ChosenRestore,
  captured: Pick<Captured, 'tree' | 'taken' | 'notCaptured' | 'leftAlone'>,
  left: readonly string[] = [],
): Promise<Restoring> {
  const { repository } = place.world;
  const older = await readSession(repository, place.session, place.ref, chosen.checkpoint.commit);
  // Before what lies there is set aside: it will not be written.
  await repository.refuseUnsafe(older.commit);
  const after = await treeAfter(place, older);
  const undone = chosen.kind === 'undo' ? await begunOf(place, chosen) : null;
  const rescue = chosen.kind === 'undo' ? await rescueOf(place, chosen, undone) : null;
  if (rescue !== null) await repository.refuseUnsafe(rescue);
  const back = rescue === null ? NOTHING_BACK : await uncommittedIn(place, rescue);
  const target = back.edits.size === 0 ? after : await repository.compose(after, back.edits);
  return {
    chosen,
    older,
    after,
    overwriting: {
      ...(await planOverwriting(place, captured, target, new Set([...left, ...(undone?.left ?? [])]))),
      give: new Map(back.raw.map(({ path, blob }) => [path, blob])),
    },
    notUndone: effectsSince(older.effects, await readEffects(place.world, place.record)),
  };
}

/** The older tree with what never goes back: request, workflow, effect record, and the notes in STATUS.md. */
async function treeAfter({ world, record, session }: Place, older: SessionRecord): Promise<TreeId> {
  const edits = new Map<RepoPath, { blob: Entry['blob']; mode: '100644' }>();
  for (const path of [
    statusPath(session),
    requestPath(session),
    workflowPath(session),
    effectsPath(session),
  ]) {
    const entry = await world.repository.entry(record.tree, path);
    if (entry !== null) edits.set(path, { blob: entry.blob, mode: '100644' });
  }
  return world.repository.compose(older.tree, edits);
}

type Undo = Extract<ChosenRestore, { readonly kind: 'undo' }>;
type Begun = Extract<JournalLine, { readonly type: 'restore-begun' }>;

/** What this machine remembers of the restore to be undone. */
async function begunOf({ state }: Place, { restore }: Undo): Promise<Begun | null> {
  const { restores } = readAttempts((await state.readJournal()).lines);
  return restores.findLast((line) => line.from === restore.parent) ?? null;
}

/** The rescue that the restore to be undone made; null when it made none. */
async function rescueOf(
  { world, session }: Place,
  { restore }: Undo,
  begun: Begun | null,
): Promise<CommitId | null> {
  if (begun !== null) return begun.rescue === null ? null : world.repository.tip(begun.rescue);
  // Another clone, or the journal is lost: the newest that says so. Its number is the higher, the later it was made.
  const refs = await world.repository.refs([`${sessionRefs(session)}rescue/`]);
  const numberOf = (ref: Ref): number => rescueNumber(session, ref) ?? 0;
  const reason = `restore@${restore.trailers.seq}`;
  const made = refs.filter(
    (ref) => numberOf(ref) > 0 && hasTrailer(ref.message, RESCUE_TRAILERS.reason, reason),
  );
  return made.sort((a, b) => numberOf(b) - numberOf(a))[0]?.commit ?? null;
}

type Raw = readonly { readonly path: RepoPath; readonly blob: Entry['blob'] }[];

const NOTHING_BACK: { readonly edits: Edits; readonly raw: Raw } = { edits: new Map(), raw: [] };

async function uncommittedIn(
  { world: { repository }, session }: Place,
  rescue: CommitId,
): Promise<{ readonly edits: Edits; readonly raw: Raw }> {
  const { tree, parents, message } = await repository.commitEntry(rescue);
  const [parent] = parents;
  const folder = rawFolderOf(message);
  if (parent === undefined) return NOTHING_BACK;
  const edits = new Map<RepoPath, { blob: Entry['blob']; mode: Mode } | null>();
  const raw: Raw[number][] = [];
  for (const { path, after } of await repository.changes(parent, tree)) {
    if (folder !== null && path.startsWith(folder)) {
      if (after !== null) raw.push({ path: path.slice(folder.length) as RepoPath, blob: after.blob });
    } else if (!isEngineFile(session, path)) edits.set(path, after);
  }
  return { edits, raw };
}
