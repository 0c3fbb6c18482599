import type { CommitId } from '../../model/names/ids.ts';
import { beginGit } from '../beginGit.ts';
import type { Passed } from '../gate.ts';
import type { Flags } from './flags.ts';
import { endOperation } from './operations.ts';
import { underLock } from './indexLock.ts';
import { copyIndex } from './indexTime.ts';
import type { LookAtOwnIndex } from './ownIndex.ts';
import type { PrivateIndex } from './privateIndex.ts';
import { atOnce } from './putEntries.ts';
import type { Place } from './place.ts';
import type { Specials } from './specials.ts';
import { onlyId } from '../onlyId.ts';

interface Resetting {
  readonly place: Place;
  readonly index: PrivateIndex;
  readonly flags: Flags;
  readonly own: Pick<LookAtOwnIndex, 'replaced'>;
  readonly specials: Pick<Specials, 'tracks'>;
}

/**
 * Brings a linked worktree's detached HEAD and own index to a commit. Leaves files alone; ends a merge or rebase.
 *
 * The private index holds the commit's tree and stat data, so the own index becomes a copy of it, under git's own lock and with
 * the same time (`copyIndex`). If a person told git to leave paths alone, only the own index has those flags: then git reads
 * the tree into it instead.
 */
export async function resetTo(resetting: Resetting, commit: Passed<CommitId>): Promise<void> {
  const { program, root } = resetting.place;
  const args = ['update-ref', '--no-deref', '-m', 'cairn: checkpoint', '-z', '--stdin'];
  const mover = beginGit(program, args, { cwd: root, writes: true });
  try {
    await resetIndex(resetting, commit);
    // Last: HEAD at the commit means that all of this is done and no lock of ours remains.
    await mover.finish(Buffer.from(`start\0update HEAD\0${onlyId(commit)}\0\0commit\0`));
  } finally {
    await mover.cancel();
  }
}

async function resetIndex(
  { place, index, flags, own, specials }: Resetting,
  commit: Passed<CommitId>,
): Promise<void> {
  const { root, git } = place;
  specials.tracks((await index.load(commit, atOnce)).changed);
  await endOperation(place);
  if ((await flags.read()).size > 0)
    await git(['read-tree', '--reset', onlyId(commit)], { cwd: root, writes: true });
  else {
    const file = await place.gitPath('index');
    await underLock(place, async () => {
      await copyIndex(place.index, file);
      own.replaced(file);
    });
    await flags.unchanged();
  }
}
