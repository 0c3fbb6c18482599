import { CairnError, type Problem } from '../../base/cairnError.ts';
import type { Result } from '../../base/result.ts';
import type { CommitId } from '../../model/names/ids.ts';
import type { RecordProblem } from '../../model/parsing/readRecord.ts';
import { SCHEMA } from '../../model/parsing/schema.ts';

/** A file that every commit of its kind has. */
export function missing(file: string, commit: CommitId): CairnError {
  return wrongIn(file, commit, 'is missing');
}

export function wrongIn(file: string, commit: CommitId, message: string): CairnError {
  return new CairnError('data/corrupt', { file, commit, problems: [{ file, line: 1, column: 1, message }] });
}

/** @throws `data/corrupt`, `data/newer-schema`, `data/unknown-word`, `data/schema-missing` for a record that cannot be used */
export function unwrapRecord<T>(result: Result<T, RecordProblem>, file: string, commit: CommitId): T {
  if (result.ok) return result.value;
  switch (result.error.kind) {
    case 'schema-missing':
      throw new CairnError('data/schema-missing', { file, commit });
    case 'newer-schema':
      throw new CairnError('data/newer-schema', { file, commit, found: result.error.found, known: SCHEMA });
    case 'invalid':
      throw unreadable(file, commit, result.error.problems);
  }
}

/** A newer Cairn's words are told apart from damage, because the remedy differs. */
export function unreadable(file: string, commit: CommitId, problems: readonly Problem[]): CairnError {
  const code = problems.every(({ unknown }) => unknown === true) ? 'data/unknown-word' : 'data/corrupt';
  return new CairnError(code, { file, commit, problems });
}
