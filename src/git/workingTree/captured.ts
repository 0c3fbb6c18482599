import { CairnError } from '../../base/cairnError.ts';
import { holdFolder } from '../../host/heldFolder.ts';
import type { RepoPath } from '../../model/names/ids.ts';
import type { Change } from '../../session/ports.ts';
import { decodePath, splitNul } from '../bytes.ts';
import type { Noted } from './asideFolder.ts';
import { lookAtContent, type ContentLook } from './contentLook.ts';
import { folderOf } from './folderOf.ts';
import type { Place } from './place.ts';
import type { PrivateIndex } from './privateIndex.ts';

/** More names than this do not fit a command line everywhere: git then compares all files. */
const MOST_NAMED = 200;

/**
 * What is where something is about to be written or removed, and whether that was captured.
 *
 * Most files have exactly the captured blob's bytes. For files that git converts, git compares them with the private index
 * after we have read the bytes: a file saved in between differs.
 */
export async function whatWasCaptured(
  place: Place,
  index: Pick<PrivateIndex, 'write'>,
  changes: readonly Change[],
): Promise<readonly (Noted & { readonly look: ContentLook })[]> {
  const seen: (Noted & { readonly look: ContentLook })[] = [];
  const root = holdFolder(place.root);
  try {
    for (const { path, before } of changes) {
      if (before === null || before.mode === '160000') continue;
      const look = await lookBelow(root, path, place.zero.length);
      if (look !== null) seen.push({ path, ...before, was: look.id, look });
    }
  } finally {
    root.close();
  }
  const converted = seen.filter(({ look, blob }) => look.id !== blob);
  if (converted.length > 0) await index.write();
  // If git dies of a file truncated while it reads, it has vouched for none.
  const saved = await differingFromIndex(place, converted).catch((error: unknown) => {
    if (!CairnError.is(error, 'git/failed')) throw error;
    return new Set<string>(converted.map(({ path }) => path));
  });
  return seen.map((one) => (one.look.id !== one.blob && saved.has(one.path) ? { ...one, was: null } : one));
}

async function lookBelow(
  root: ReturnType<typeof holdFolder>,
  path: RepoPath,
  idLength: number,
): Promise<ContentLook | null> {
  const { held, name } = folderOf(root, path, false);
  if (held.kind !== 'held') return null;
  try {
    return await lookAtContent(held.folder.in(name), idLength);
  } finally {
    held.folder.close();
  }
}

/** Not `diff-files`: that trusts stat data in the index, and calls each file without them changed. */
async function differingFromIndex(place: Place, files: readonly Noted[]): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set();
  const names = files.length > MOST_NAMED ? [] : ['--', ...files.map(({ path }) => path)];
  const args = ['diff', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '--name-only', '-z'];
  const plain = names.every((name) => name.isWellFormed());
  const { out } = await place.git([...args, ...(plain ? names : [])], {
    cwd: place.root,
    index: place.index,
  });
  return new Set(splitNul(out).map(decodePath));
}
