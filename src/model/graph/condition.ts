import { canonicalJson } from '../text/canonicalJson.ts';

/** A condition of a workflow: what some values in files must be. */
export type Condition =
  | Test
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

/** What one value in a file must be. */
export interface Test {
  /** As written: `<phase>/<path in its folder>`, or `/<path>` from the root of the repository. */
  readonly file: string;
  /** A JSON pointer; empty for the whole file. */
  readonly at: string;
  readonly operator: Operator;
  /** What the value is compared with. A list for `in`, true or false for `exists`, a number for `atLeast` and `atMost`. */
  readonly to: unknown;
}

export const OPERATORS = ['is', 'not', 'in', 'exists', 'atLeast', 'atMost'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Every test in a condition, in the order in which they are written. */
export function testsOf(condition: Condition): readonly Test[] {
  if ('all' in condition) return condition.all.flatMap(testsOf);
  if ('any' in condition) return condition.any.flatMap(testsOf);
  return [condition];
}

/** The phase in whose folder the file of a test is; null for one of the repository. */
export const phaseInTest = ({ file }: Pick<Test, 'file'>): string | null =>
  file.startsWith('/') ? null : file.slice(0, file.indexOf('/'));

/** Where a value is looked for: the file, and the pointer into it where it is not the whole. */
export const sayPlace = ({ file, at }: Pick<Test, 'file' | 'at'>): string =>
  at === '' ? file : `${file} ${at}`;

/** A condition in one line, such as `plan/tasks.json /docs is true`. */
export function sayCondition(condition: Condition): string {
  if ('all' in condition) return condition.all.map(inside).join(' and ');
  if ('any' in condition) return condition.any.map(inside).join(' or ');
  const { file, at, operator, to } = condition;
  return `${sayPlace({ file, at })} ${OPERATOR_WORDS[operator]} ${canonicalJson(to)}`;
}

const inside = (condition: Condition): string =>
  'file' in condition ? sayCondition(condition) : `(${sayCondition(condition)})`;

const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  is: 'is',
  not: 'is not',
  in: 'is one of',
  exists: 'exists:',
  atLeast: 'is at least',
  atMost: 'is at most',
};

/** Files that conditions of these phases look at, as written. */
export const filesDeciding = (phases: readonly Deciding[]): ReadonlySet<string> =>
  new Set(
    phases
      .flatMap(({ when, loop, stop }) => [when, loop?.until ?? null, stop])
      .flatMap((condition) => (condition === null ? [] : testsOf(condition).map(({ file }) => file))),
  );

/** A phase, as far as files decide about it. */
interface Deciding {
  readonly when: Condition | null;
  readonly loop: { readonly until: Condition } | null;
  readonly stop: Condition | null;
}
