import { testsOf, type Condition } from '../../model/graph/condition.ts';
import { decideCondition, type Decision } from '../../model/graph/decideCondition.ts';
import type { CommitId, SessionId, TreeId } from '../../model/names/ids.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Objects } from '../ports.ts';
import { valuesAt } from './valuesAt.ts';

/** Decides a condition on what its files hold in a tree. */
export async function decideAt(
  repository: Objects,
  at: CommitId | TreeId,
  of: { readonly session: SessionId; readonly rows: readonly StatusRow[] },
  condition: Condition,
): Promise<Decision> {
  const files = new Set(testsOf(condition).map(({ file }) => file));
  return decideCondition(condition, await valuesAt(repository, at, of, files));
}
