import { CairnError } from '../../../base/cairnError.ts';
import type { CheckRecord } from '../../../model/checkpoint/phaseRecord.ts';
import {
  definedAnew,
  isRead,
  type ChangedFiles,
  type TwoTexts,
} from '../../../model/gate/meaning/definedAnew.ts';
import type { RepoPath, TreeId } from '../../../model/names/ids.ts';
import type { AtTip } from '../../drive.ts';
import { workChanges } from '../../record/workChanges.ts';

/** So many files are named of one check. */
const MOST = 20;
/** Of files that are compared by a part. What is longer is as good as changed throughout. */
const LONGEST = 1024 * 1024;
const MOST_READ = 200;

/**
 * What checks said, with the files by which what they run was changed since the session began. Nothing is added where this clone does not
 * have the commit that it began with.
 */
export async function withChanged(
  drive: AtTip,
  checks: readonly CheckRecord[],
  tree: TreeId,
): Promise<readonly CheckRecord[]> {
  if (checks.length === 0) return checks;
  try {
    const files = await changedFiles(drive, tree);
    return checks.map(({ changed: _before, ...check }) => {
      const changed = definedAnew(check.run, files).slice(0, MOST) as RepoPath[];
      return changed.length === 0 ? check : { ...check, changed };
    });
  } catch (error) {
    if (CairnError.is(error, 'data/missing-object')) return checks;
    throw error;
  }
}

async function changedFiles(
  { world: { repository }, session, record, history }: AtTip,
  tree: TreeId,
): Promise<ChangedFiles> {
  // In place it has what a person had not committed by then: that is theirs.
  const opened = history.at(-1);
  const began = opened?.trailers.kind === 'opened' ? opened.commit : record.status.base;
  const { tree: base } = await repository.commitEntry(began);
  const paths = (await workChanges(repository, session, base, tree)).map(({ path }) => path);
  const roots = ['package.json', 'composer.json'] as RepoPath[];
  const read = [...new Set([...roots, ...paths.filter(isRead)])].slice(0, MOST_READ);
  const textAt = async (at: TreeId, path: RepoPath): Promise<string | null> => {
    const entry = await repository.entry(at, path);
    if (entry === null || entry.mode === '160000') return null;
    if (((await repository.blobBytes(entry.blob)) ?? 0) > LONGEST) return null;
    return new TextDecoder().decode(await repository.readBlob(entry.blob));
  };
  const texts = await Promise.all(
    read.map(async (path): Promise<[string, TwoTexts]> => [
      path,
      { was: await textAt(base, path), is: await textAt(tree, path) },
    ]),
  );
  return { paths, texts: new Map(texts) };
}
