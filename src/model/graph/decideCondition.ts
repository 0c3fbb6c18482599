import type { Condition, Operator, Test } from './condition.ts';
import { valueAt } from './valueAt.ts';
import type { FileValue } from './readFileValue.ts';
import { isRounded, sameValue, toldValue } from './values.ts';

/** What a test of a condition found. `found` is left out where there is no such value. */
export interface FoundAt {
  readonly file: string;
  readonly at: string;
  readonly found?: unknown;
}

export type Decision =
  | { readonly is: 'met' }
  | ({ readonly is: 'unmet' } & FoundAt)
  /** Nobody can tell: a person must say, or mend the file. */
  | { readonly is: 'unreadable'; readonly file: string; readonly why: string };

const MET: Decision = { is: 'met' };

/**
 * Decides a condition by the values of files. What is certain whatever an unreadable file says is decided.
 *
 * @param valueOf what the file of a test holds, as `readFileValue` tells it
 */
export function decideCondition(condition: Condition, valueOf: (file: string) => FileValue): Decision {
  if ('all' in condition) {
    const decisions = condition.all.map((one) => decideCondition(one, valueOf));
    return first(decisions, 'unmet') ?? first(decisions, 'unreadable') ?? MET;
  }
  if ('any' in condition) {
    const decisions = condition.any.map((one) => decideCondition(one, valueOf));
    return first(decisions, 'met') ?? first(decisions, 'unreadable') ?? first(decisions, 'unmet') ?? MET;
  }
  return decideTest(condition, valueOf(condition.file));
}

const first = (decisions: readonly Decision[], is: Decision['is']): Decision | undefined =>
  decisions.find((decision) => decision.is === is);

function decideTest(test: Test, value: FileValue): Decision {
  if (value.kind === 'unreadable') return { is: 'unreadable', file: test.file, why: value.why };
  const found = value.kind === 'missing' ? undefined : valueAt(value.value, test.at);
  if (found !== undefined && isUnclear(test, found.value))
    return { is: 'unreadable', file: test.file, why: `${test.at} ${TOO_LARGE}`.trim() };
  return holds(test, found) ? MET : { is: 'unmet', ...foundAt(test, value) };
}

/** What a file holds where a test looks, for records. */
export function foundAt({ file, at }: Pick<Test, 'file' | 'at'>, value: FileValue): FoundAt {
  const found = value.kind === 'value' ? valueAt(value.value, at) : undefined;
  return found === undefined ? { file, at } : { file, at, found: toldValue(found.value) };
}

/** Of what is missing, nothing holds but that it is. */
function holds({ operator, to }: Test, found: { readonly value: unknown } | undefined): boolean {
  if (operator === 'exists') return (found !== undefined) === to;
  return found !== undefined && HOLDS[operator](found.value, to);
}

/** What looks the same and may not be: numbers that differ once they are rounded differ for certain. */
function isUnclear({ operator, to }: Test, value: unknown): boolean {
  if (operator === 'exists') return false;
  const ones: readonly unknown[] = operator === 'in' && Array.isArray(to) ? to : [to];
  return ones.some((one) => sameValue(value, one)) && isRounded(value);
}

const TOO_LARGE = `has a number beyond ${Number.MAX_SAFE_INTEGER}, which is not known to the last digit`;

type Compare = (value: unknown, to: unknown) => boolean;

const HOLDS: Readonly<Record<Exclude<Operator, 'exists'>, Compare>> = {
  is: sameValue,
  not: (value, to) => !sameValue(value, to),
  in: (value, to) => Array.isArray(to) && to.some((one) => sameValue(value, one)),
  atLeast: (value, to) => typeof value === 'number' && typeof to === 'number' && value >= to,
  atMost: (value, to) => typeof value === 'number' && typeof to === 'number' && value <= to,
};
