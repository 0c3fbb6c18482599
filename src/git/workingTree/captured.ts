import { CairnError } from '../../base/cairnError.ts';
import { holdFolder } from '../../host/heldFolder.ts';
import type { RepoPath } from '../../model/names/ids.ts';
import type { Change } from '../../session/ports.ts';
import { decodePath, splitNul } from '../bytes.ts';
import type { Noted } from './asideFolder.ts';
import { lookAtContent, type ContentLook } from './contentLook.ts';
import { folderOf } from './folderOf.ts';
import type { Place } from './place.ts';

/** More names than this do not go on a command line everywhere: git then looks at all. */
const MOST_NAMED = 200;

/**
 * What lies where something is about to be written or removed, and whether that is what was captured.
 *
 * Of most files the captured blob has the very bytes. Where git converts, git says whether the file is as its private index
 * has it, after we have looked at the bytes: saved in between, it is not.
 */
export async function whatWasCaptured(
  place: Place,
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
  // A git that dies of a file which is cut short under its eyes has not said of any that it is as it was.
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

/** Not `diff-files`: that believes what stands in the index, and calls each file changed of which nothing stands there. */
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
