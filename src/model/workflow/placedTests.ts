import type { Test } from '../graph/condition.ts';
import { conditionOf, type ConditionFile } from './conditionSchema.ts';

/** A test of a condition, and where it is in the file. */
export interface PlacedTest {
  readonly test: Test;
  readonly path: readonly PropertyKey[];
}

/** Every test of a condition as written, in order; none for none. */
export function placedTests(
  condition: ConditionFile | undefined,
  path: readonly PropertyKey[],
): readonly PlacedTest[] {
  if (condition === undefined) return [];
  const parts = partsOf(condition);
  if (parts !== null)
    return parts.list.flatMap((one, index) => placedTests(one, [...path, ...parts.below, index]));
  const test = conditionOf(condition);
  return 'file' in test ? [{ test, path }] : [];
}

function partsOf(
  condition: ConditionFile,
): { readonly list: readonly ConditionFile[]; readonly below: readonly PropertyKey[] } | null {
  if (Array.isArray(condition)) return { list: condition, below: [] };
  return 'any' in condition ? { list: condition.any, below: ['any'] } : null;
}
