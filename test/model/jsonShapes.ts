/** What a JSON value may be, said again and apart from the schemas of the records. */
export type Is = (value: unknown) => boolean;

const text: Is = (value) => typeof value === 'string';
const textLike =
  (pattern: RegExp): Is =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const count: Is = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

const number: Is = (value) => count(value) && value !== 0;
const amount: Is = (value) => typeof value === 'number' && value >= 0;
const or =
  (...of: readonly Is[]): Is =>
  (value) =>
    of.some((one) => one(value));
const only =
  (...words: readonly unknown[]): Is =>
  (value) =>
    words.includes(value);
const listOf =
  (of: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(of);

export const is = {
  text,
  textLike,
  flag: only(true, false),
  /** 0, 1, 2, … */
  count,
  /** 1, 2, 3, … */
  number,
  amount,
  stamp: textLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  digest: textLike(/^[0-9a-f]{64}$/),
  none: only(null),
  only,
  or,
  listOf,
};

/** Exactly these fields, each as it may be; one whose name here ends in `?` may be left out. */
export const isObject =
  (fields: Readonly<Record<string, Is>>): Is =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(fields).every((key) => key.endsWith('?') || Object.hasOwn(value, key)) &&
    Object.entries(value).every(([key, inner]) => (fields[key] ?? fields[`${key}?`])?.(inner) === true);

/** As `isObject`, and whatever else a newer version says. */
export const isLooseObject =
  (fields: Readonly<Record<string, Is>>): Is =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([key, inner]) => {
      const name = key.replace(/\?$/, '');
      return Object.hasOwn(value, name) ? inner(Reflect.get(value, name)) : key.endsWith('?');
    });

const STAMP = '2026-11-20T10:01:22.123Z';

/** What a field is tried with, whatever it should be: of each shape one that fits, and the nearest that do not. */
export const ODD_VALUES: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  -1,
  0,
  1,
  1.5,
  2 ** 53,
  true,
  [],
  ['x'],
  [1],
  {},
  'ab'.repeat(20),
  'AB'.repeat(20),
  'ef'.repeat(32),
  'EF'.repeat(32),
  STAMP,
  `${STAMP}\n`,
];
