import { phaseInTest } from '../../model/graph/condition.ts';
import { noFileValue, readFileValue, type FileValue } from '../../model/graph/readFileValue.ts';
import type { CommitId, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import { artifactPath } from '../../model/names/places.ts';
import { whyNoFile } from '../../model/names/whyNoFile.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Objects } from '../ports.ts';
import { seenAt } from './seenAt.ts';

/** Where the file of a condition is, from the root; null for a phase that has no folder yet. */
export function placeIn(session: SessionId, rows: readonly StatusRow[], file: string): RepoPath | null {
  const named = phaseInTest({ file });
  if (named === null) return file.slice(1) as RepoPath;
  const row = rows.find(({ phase }) => phase === named);
  return row === undefined
    ? null
    : artifactPath(session, row.number, row.phase, file.slice(named.length + 1));
}

/**
 * What files named in conditions hold in a tree. Trees of checkpoints alone are asked, so that every clone decides alike.
 *
 * @param files as written in conditions
 */
export async function valuesAt(
  repository: Objects,
  at: CommitId | TreeId,
  { session, rows }: { readonly session: SessionId; readonly rows: readonly StatusRow[] },
  files: Iterable<string>,
): Promise<(file: string) => FileValue> {
  const values = new Map<string, FileValue>();
  for (const file of files) {
    values.set(file, await valueIn(repository, at, placeIn(session, rows, file)));
  }
  return (file) => values.get(file) ?? { kind: 'missing' };
}

/** A link says nothing: its bytes are where it leads, and that may be anywhere. */
async function valueIn(
  repository: Objects,
  at: CommitId | TreeId,
  path: RepoPath | null,
): Promise<FileValue> {
  const seen = path === null ? null : await seenAt(repository, at, path);
  if (path === null || seen === null) return { kind: 'missing' };
  const other = whyNoFile(seen);
  if (other !== null) return noFileValue(other);
  return readFileValue(path, await repository.read(at, path));
}
