import type { Condition, Operator, Test } from './condition.ts';
import { valueAt } from './valueAt.ts';
import type { FileValue } from './readFileValue.ts';
import { sameValue, toldValue } from './values.ts';

/** A test that is not met. `found` is left out where there is no such value. */
export interface Unmet {
  readonly file: string;
  readonly at: string;
  readonly found?: unknown;
}

export type Decision =
  | { readonly is: 'met' }
  | ({ readonly is: 'unmet' } & Unmet)
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
  const { file, at } = test;
  if (value.kind === 'unreadable') return { is: 'unreadable', file, why: value.why };
  const found = value.kind === 'missing' ? undefined : valueAt(value.value, at);
  if (holds(test, found)) return MET;
  return found === undefined
    ? { is: 'unmet', file, at }
    : { is: 'unmet', file, at, found: toldValue(found.value) };
}

/** Of what is missing, nothing holds but that it is. */
function holds({ operator, to }: Test, found: { readonly value: unknown } | undefined): boolean {
  if (operator === 'exists') return (found !== undefined) === to;
  return found !== undefined && HOLDS[operator](found.value, to);
}

type Compare = (value: unknown, to: unknown) => boolean;

const HOLDS: Readonly<Record<Exclude<Operator, 'exists'>, Compare>> = {
  is: sameValue,
  not: (value, to) => !sameValue(value, to),
  in: (value, to) => Array.isArray(to) && to.some((one) => sameValue(value, one)),
  atLeast: (value, to) => typeof value === 'number' && typeof to === 'number' && value >= to,
  atMost: (value, to) => typeof value === 'number' && typeof to === 'number' && value <= to,
};
