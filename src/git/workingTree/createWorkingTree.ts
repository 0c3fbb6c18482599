import type { CommitId, TreeId } from '../../model/names/ids.ts';
import type { WorkingTree } from '../../session/ports.ts';
import type { Passed } from '../gate.ts';
import { orDiskFull } from '../orDiskFull.ts';
import { capturePaths } from './capture.ts';
import { readHead, readIgnoredHere, readUncommitted } from './condition.ts';
import { createFilters, type Filters } from './filters.ts';
import { createFlags } from './flags.ts';
import { readFooting } from './footing.ts';
import { isAttributes } from './isAttributes.ts';
import { normalisedPaths } from './normalised.ts';
import { createOwnIndex, type LookAtOwnIndex } from './ownIndex.ts';
import { readPending } from './pending.ts';
import { createGitPaths, type Place } from './place.ts';
import { createPrivateIndex, type PrivateIndex } from './privateIndex.ts';
import { atOnce } from './putEntries.ts';
import { awaitUnlocked } from './indexLock.ts';
import { resetTo } from './reset.ts';
import { createSpecials } from './specials.ts';
import { createAsideFolder } from './asideFolder.ts';
import { putBackCutOff, release } from './release.ts';
import { writeTree } from './write.ts';

type Given = Omit<Place, 'gitPath'>;

/** What was seen of a working tree, whichever session and private index looks at it. */
interface Seen {
  readonly filters: Filters;
  readonly own: LookAtOwnIndex;
}

/** Makes working trees; what one has seen of its root, the next need not look at again. */
export function createWorkingTrees(): (given: Given) => WorkingTree {
  const seen = new Map<string, Seen>();
  return (given) => {
    const known = seen.get(given.root) ?? {
      filters: createFilters(given),
      own: createOwnIndex(given.zero.length / 2),
    };
    seen.set(given.root, known);
    return createWorkingTree(given, known);
  };
}

/** A working tree seen through a private index. Whatever touches the index runs in turn. */
function createWorkingTree(given: Given, { filters, own }: Seen): WorkingTree {
  const place: Place = { ...given, gitPath: createGitPaths(given.git, given.root) };
  const index = createPrivateIndex(place);
  const flags = createFlags(place, own);
  const specials = createSpecials(place);
  const aside = createAsideFolder(place);
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = last.then(act).catch((error: unknown) => {
      throw orDiskFull(error, 'the private index of the session');
    });
    // The caller gets the failure; the next in turn goes on.
    last = mine.catch(() => {});
    return mine;
  };

  const passed = passingTo(place, index);
  const tree: WorkingTree = {
    root: place.root,
    head: () => readHead(place),
    footing: () => readFooting(place, own),
    uncommitted: () => readUncommitted(place),
    flagged: () => flags.differing(),
    load: (at) => tree.loadAfter(at, atOnce),
    loadAfter: (at, first) =>
      inTurn(async () => {
        const { changed, answer } = await index.load(await passed(at), first);
        specials.tracks(changed);
        return answer;
      }),
    holds: (at) => inTurn(async () => (await index.tree()) === at),
    pending: () =>
      inTurn(async () => {
        await index.write();
        return readPending(place, index, flags, specials);
      }),
    capture: (paths, along) =>
      inTurn(async () => {
        // Where nothing is taken, no filter runs.
        const asked = paths.length === 0 ? [] : filters.required();
        const [flagged, config] = await Promise.all([flags.read(), asked]);
        const wanted = paths.filter((path) => !flagged.has(path));
        const attributes = [...flagged.keys()].filter(isAttributes);
        const taking = { attributes, config, along };
        specials.tracks(paths);
        return capturePaths(place, index, wanted, taking);
      }),
    ignoredHere: () => inTurn(() => readIgnoredHere(place)),
    normalised: (tree, paths) => normalisedPaths(place, tree, paths),
    write: (from, to, only, raw) =>
      inTurn(async () => {
        const writing = { place, index, flags, aside, specials };
        return writeTree(writing, await passed(from), await passed(to), only, raw);
      }),
    release: (keep) => inTurn(() => release(place, aside, keep)),
    putBackCutOff: () => inTurn(async () => putBackCutOff(place, aside)),
    unlocked: () => awaitUnlocked(place),
    reset: (commit) =>
      inTurn(async () => resetTo({ place, index, flags, own, specials }, await passed(commit))),
  };
  return tree;
}

/** Passes a tree for this working tree: what its index holds is known to have passed. */
function passingTo(
  { gate }: Place,
  index: PrivateIndex,
): <T extends CommitId | TreeId>(at: T) => Promise<Passed<T>> {
  return async (at) => {
    await index.tree();
    return gate.pass(at);
  };
}
