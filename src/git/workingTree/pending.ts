import { setImmediate } from 'node:timers/promises';
import { CairnError } from '../../base/cairnError.ts';
import type { RepoPath, TreeId } from '../../model/names/ids.ts';
import type { Pending } from '../../session/ports.ts';
import { byBytes, decodePath, splitNul } from '../bytes.ts';
import { unreadableFolders } from '../errors.ts';
import { diskKind } from './diskKind.ts';
import { askWhatDiffers } from './filters.ts';
import type { Flags } from './flags.ts';
import { mapBounded, type Place } from './place.ts';
import type { PrivateIndex } from './privateIndex.ts';
import { parentInTheWay } from './parentInTheWay.ts';
import type { Specials } from './specials.ts';
import { readWithoutHead, type Found } from './readWithoutHead.ts';
import { walkAlways } from './walkAlways.ts';

/**
 * Differences between the private index and the disk.
 *
 * One `git status` checks every file once and compares contents if stat data differ. It does not write, and we ignore what it
 * says about HEAD. It does not show ignored files below `always`, so we walk those folders.
 */
export async function readPending(
  place: Place,
  index: PrivateIndex,
  flags: Flags,
  specials: Specials,
): Promise<readonly Pending[]> {
  const held = await index.tree();
  const looks = async () => {
    // Some of them block this process: git starts first.
    await setImmediate();
    return Promise.all([flags.read(), readAlways(place, held), specials.besideTracked()]);
  };
  const [status, [flagged, always, oddities]] = await Promise.all([readStatus(place), looks()]);
  const untracked = status.filter((entry) => !entry.tracked).map((entry) => entry.path);
  const besides = untracked.length === 0 ? [] : await specials.beside(untracked);
  const odd = [...oddities, ...besides].map((path): Found => ({ path, tracked: false, hint: null }));
  const never = new Set(place.never);
  const found = new Map<RepoPath, Found>();
  for (const entry of [...odd, ...always, ...status])
    if (!flagged.has(entry.path) && (entry.tracked || !never.has(entry.path))) found.set(entry.path, entry);
  const seen = await mapBounded([...found.values()], (entry) => lookAt(place, entry));
  return seen.filter((entry) => entry !== null).sort((left, right) => byBytes(left.path, right.path));
}

async function readStatus(place: Place): Promise<readonly Found[]> {
  const args = [
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=all',
    '--no-renames',
    '--ignored=no',
    '--ignore-submodules=none',
    '--no-ahead-behind',
  ];
  const call = { cwd: place.root, index: place.index };
  const answer = await askWhatDiffers(place.git, args, call).catch((error: unknown) => {
    if (CairnError.is(error, 'data/missing-object')) return null;
    throw error;
  });
  if (answer === null) return readWithoutHead(place);
  const { out, stderr } = answer;
  const found = splitNul(out).flatMap((line) => parseLine(line) ?? []);
  return [
    ...found,
    ...unreadableFolders(stderr).map((path): Found => ({
      path: path as RepoPath,
      tracked: false,
      hint: 'unreadable',
    })),
  ];
}

/** `1 XY sub mH mI mW hH hI path` for index entries, `? path` for other files; a nested repository ends in `/`. */
function parseLine(line: Buffer): Found | null {
  if (line[0] === 0x3f) {
    const nested = line.at(-1) === 0x2f;
    return {
      path: decodePath(line.subarray(2, nested ? -1 : undefined)),
      tracked: false,
      hint: nested ? 'nested-repository' : null,
    };
  }
  if (line[0] !== 0x31) return null;
  // X compares index and HEAD, which does not matter here.
  if (line[3] === 0x2e) return null;
  let at = 0;
  for (let field = 0; field < 8; field += 1) at = line.indexOf(0x20, at) + 1;
  const [submodule, gone] = [line[5] === 0x53, line[3] === 0x44];
  const hint = submodule ? 'submodule' : gone ? 'gone' : null;
  return { path: decodePath(line.subarray(at)), tracked: true, hint };
}

async function readAlways(place: Place, held: TreeId | null): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const folder of place.always) {
    const onDisk = await walkAlways(place.root, folder);
    if (onDisk.length === 0) continue;
    const tracked = await trackedBelow(place, folder, held);
    // Git compares those in the index.
    for (const path of onDisk) if (!tracked.has(path)) found.push({ path, tracked: false, hint: null });
  }
  return found;
}

async function trackedBelow(
  place: Place,
  folder: RepoPath,
  held: TreeId | null,
): Promise<ReadonlySet<RepoPath>> {
  if (held !== null) return new Set((await place.trees.list(held, folder)).map((entry) => entry.path));
  const { out } = await place.git(['ls-files', '-z', '--full-name', '--', folder], {
    cwd: place.root,
    index: place.index,
  });
  return new Set(splitNul(out).map(decodePath));
}

/** A file that git calls gone may be visible through a link in place of its folder. */
async function kindHere(place: Place, path: RepoPath): ReturnType<typeof diskKind> {
  const parent = parentInTheWay(place.root, path);
  return parent === null ? diskKind(place.root, path) : null;
}

async function lookAt(place: Place, { path, tracked, hint }: Found): Promise<Pending | null> {
  const there = hint === 'gone' ? await kindHere(place, path) : await diskKind(place.root, path);
  if (there === null) {
    // Untracked and gone again meanwhile: nothing is pending.
    if (!tracked) return null;
    return { path, change: 'deleted', kind: hint === 'submodule' ? 'submodule' : 'file', bytes: 0, tracked };
  }
  if (there.kind === 'folder') {
    if (hint !== null && hint !== 'gone')
      return { path, change: tracked ? 'modified' : 'added', kind: hint, bytes: 0, tracked };
    // A file that became a folder is gone; the folder's contents are listed separately.
    if (tracked) return { path, change: 'deleted', kind: 'file', bytes: 0, tracked };
    return { path, change: 'added', kind: 'nested-repository', bytes: 0, tracked };
  }
  return { path, change: tracked ? 'modified' : 'added', kind: there.kind, bytes: there.bytes, tracked };
}
