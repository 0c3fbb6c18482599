import { glanceStatus } from '../../model/status/glanceStatus.ts';
import type { CommitId } from '../../model/names/ids.ts';
import { ownCheckpoints } from '../../model/checkpoint/checkpoint.ts';
import { questionsOf } from '../../model/checkpoint/questionsOf.ts';
import { readStatusFile } from '../workingTree/readStatusFile.ts';
import type { History } from '../record/history.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';

/** Reasons to ask before continuing from a tip published elsewhere. A clone that never published trusts the tip it finds. */
export async function questions(
  world: World,
  record: SessionRecord,
  history: History,
  published: ReadonlySet<string>,
  root: string | null | Promise<string | null>,
): Promise<readonly string[]> {
  const tip = { commit: record.commit, isCheckpoint: record.trailers !== null };
  const asked = published.has(record.commit)
    ? []
    : questionsOf(tip, ownCheckpoints(await history()), published);
  return [...asked, ...(await movedBack(world, record, published, root))];
}

/**
 * A newer checkpoint was published from here, and the branch has been moved back behind it. That a crash came before
 * the branch moved looks the same, but for the STATUS.md that is only rendered afterwards.
 */
async function movedBack(
  world: World,
  { session, ref, commit, status }: SessionRecord,
  published: ReadonlySet<string>,
  place: string | null | Promise<string | null>,
): Promise<readonly string[]> {
  const newest = [...published].at(-1) as CommitId | undefined;
  if (newest === undefined || newest === commit) return [];
  const { repository, files } = world;
  const root = await place;
  const onDisk = root === null ? null : await readStatusFile(files, root, session);
  const seq = onDisk === null ? null : glanceStatus(onDisk.text)?.seq;
  if (typeof seq !== 'number' || seq <= status.seq) return [];
  try {
    if (!(await repository.isAncestor(commit, newest))) return [];
  } catch {
    // It no longer exists: nobody can continue from it.
    return [];
  }
  // Published while we were looking: ours is no longer the tip.
  if ((await repository.tip(ref)) !== commit) return [];
  return [
    `the branch was moved back: checkpoint ${newest.slice(0, 7)} was published from here after ${commit.slice(0, 7)}`,
  ];
}
