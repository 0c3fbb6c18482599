import { CairnError } from '../../base/cairnError.ts';
import type { RepoPath, SessionId } from '../../model/names/ids.ts';
import { rawFolderOf } from '../../model/checkpoint/rescueMessage.ts';
import { isEngineFile, rescueRef, sessionRefs } from '../../model/names/places.ts';
import type { Rescues } from '../api/rescue.ts';
import type { CommitEntry, Objects, Ref, RefWriter, Refs } from '../ports.ts';
import { rescueNumber } from '../record/ownRefs.ts';
import type { RescueView } from '../results.ts';
import type { World } from '../world.ts';

/** Work that was set aside, oldest first. `files`: how many differ from the checkpoint that it is based on. */
export async function listRescues(
  { repository }: { readonly repository: Objects & Refs & RefWriter },
  session: SessionId,
): Promise<readonly RescueView[]> {
  const refs = await repository.refs([`${sessionRefs(session)}rescue/`]);
  return viewRescues({ repository }, session, refs);
}

/** The same from refs already read; skips refs of the session that are not rescues. */
export async function viewRescues(
  { repository }: { readonly repository: Objects & Refs & RefWriter },
  session: SessionId,
  refs: readonly Ref[],
): Promise<readonly RescueView[]> {
  const views: RescueView[] = [];
  for (const ref of refs) {
    const number = rescueNumber(session, ref);
    if (number === null) continue;
    const files = await countFiles({ repository }, session, ref.commit);
    const why = ref.message.split('\n')[2] ?? '';
    views.push({
      number,
      ref: ref.name,
      at: ref.at,
      why: files === null ? `${why} (damaged: not all of it can be read any more)` : why,
      files: files ?? 0,
    });
  }
  return views.sort((a, b) => a.number - b.number);
}

/** Null if objects of it are missing: one damaged rescue must hide neither the others nor the session. */
async function countFiles(
  world: { readonly repository: Objects & Refs & RefWriter },
  session: SessionId,
  commit: CommitEntry['commit'],
): Promise<number | null> {
  try {
    return (await rescuedFiles(world, session, await world.repository.commitEntry(commit))).length;
  } catch (error) {
    if (CairnError.is(error, 'data/missing-object')) return null;
    throw error;
  }
}

export async function rescueDiff(
  world: World,
  session: SessionId,
  n: number,
): ReturnType<Rescues['rescueDiff']> {
  const entry = await rescueEntry(world, session, n);
  return {
    from: entry.parents[0] ?? entry.commit,
    to: entry.commit,
    changed: (await rescuedFiles(world, session, entry)).map((change) => ({
      path: change.path,
      change: change.kind,
    })),
  };
}

/** @throws `usage/invalid` where there is no such rescue */
export async function rescueEntry(
  { repository }: { readonly repository: Objects & Refs & RefWriter },
  session: SessionId,
  n: number,
): Promise<CommitEntry> {
  const refs = Number.isInteger(n) ? await repository.refs([rescueRef(session, n)]) : [];
  const found = refs.find((ref) => rescueNumber(session, ref) === n);
  if (found === undefined)
    throw new CairnError('usage/invalid', { what: `rescue ${n}`, why: 'there is no such rescue' });
  return repository.commitEntry(found.commit);
}

/** What a rescue holds that its checkpoint does not. */
export async function rescuedFiles(
  { repository }: { readonly repository: Objects & Refs & RefWriter },
  session: SessionId,
  entry: CommitEntry,
): Promise<readonly { readonly path: RepoPath; readonly kind: 'added' | 'modified' | 'deleted' }[]> {
  const parent = entry.parents[0];
  if (parent === undefined) return [];
  const changes = await repository.changes(parent, entry.commit);
  // STATUS.md counts only if it is what was set aside.
  const own = changes.filter((change) => !isEngineFile(session, change.path));
  const held = own.length > 0 ? own : changes;
  // The raw bytes of a file that is there itself are no second file.
  const raw = rawFolderOf(entry.message);
  const copies = new Set(raw === null ? [] : held.map(({ path }) => `${raw}${path}`));
  return held.filter(({ path }) => !copies.has(path));
}
