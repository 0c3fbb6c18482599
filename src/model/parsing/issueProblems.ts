import { lookUp } from '../../base/lookUp.ts';
import type * as z from 'zod/mini';
import { isObject } from '../../base/json.ts';
import { cutTo } from '../text/oneLine.ts';
import { keyMeant, meant } from './keyMeant.ts';

/** A schema issue for the author of the file, and its place in the value. */
export interface Found {
  readonly path: readonly PropertyKey[];
  /** Set if it is about a key itself, not its value. */
  readonly key?: string;
  /** Set if it is about a part of a text: the place where these characters are in it for the `nth` time, from 0. */
  readonly inside?: { readonly begins: string; readonly nth: number };
  readonly message: string;
  /** A key or word that this version does not know. */
  readonly unknown?: true;
  /** Nothing stands there, and something must. */
  readonly missing?: true;
}

/** More would help nobody and take long to locate. */
const MOST = 100;

type Issue = z.core.$ZodIssue;

/** Turns what a schema found into words; `keysAt` answers the keys known at a place, for "did you mean". */
export function findingsOf(
  issues: readonly Issue[],
  keysAt: (path: readonly PropertyKey[]) => readonly string[],
): readonly Found[] {
  const told = issues.slice(0, MOST).flatMap((issue) => findings(issue, [], keysAt));
  const found = withoutConsequences(told.flatMap((one) => oneTooHigh(one, told, keysAt)));
  // A pattern and a rule about the same text may give the same message.
  return [
    ...new Map(
      found.map((one) => [JSON.stringify([one.path.map(String), one.key, one.message]), one]),
    ).values(),
  ];
}

const keyOfPlace = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

/**
 * Keys that stand one level too high, beside a key that is missing and would hold all of them: one finding says where they belong,
 * in the place of one for each.
 */
function oneTooHigh(
  one: Found,
  all: readonly Found[],
  keysAt: (path: readonly PropertyKey[]) => readonly string[],
): readonly Found[] {
  const around = one.missing === true ? one.path.slice(0, -1) : one.path;
  const here = keyOfPlace(around);
  const keys = all.flatMap(({ path, key }) => (key !== undefined && keyOfPlace(path) === here ? [key] : []));
  const [first] = keys;
  if (first === undefined) return [one];
  const missing = all.find(
    (other) =>
      other.missing === true &&
      keyOfPlace(other.path.slice(0, -1)) === here &&
      keys.every((key) => keysAt(other.path).includes(key)),
  );
  if (missing === undefined) return [one];
  if (one.key !== first) return [];
  const inner = String(missing.path.at(-1));
  const outer = around.findLast((step) => typeof step === 'string');
  const shape = `${outer ?? ''}: { ${inner}: { ${keys.map((key) => `${key}: …`).join(', ')} } }`;
  return [
    {
      ...one,
      message: `${keys.map((key) => JSON.stringify(key)).join(' and ')} ${keys.length === 1 ? 'belongs' : 'belong'} one level deeper: write ${shape}`,
    },
  ];
}

/** Without what is said of a block as a whole where a key of it is unknown: that one is to be mended first, and may be all. */
function withoutConsequences(found: readonly Found[]): readonly Found[] {
  const odd = new Set(found.flatMap(({ path, key }) => (key === undefined ? [] : [keyOfPlace(path)])));
  return found.filter(({ path, key }) => key !== undefined || !odd.has(keyOfPlace(path)));
}

function findings(
  issue: Issue,
  above: readonly PropertyKey[],
  keysAt: (path: readonly PropertyKey[]) => readonly string[],
): readonly Found[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(path);
    return issue.keys.slice(0, MOST).map((key) => ({
      path,
      key,
      message: known.includes(key)
        ? besideOthers(key, issue)
        : `unknown key ${JSON.stringify(key)}${keyMeant(key, known)}`,
      unknown: true as const,
    }));
  }
  if (issue.code === 'invalid_key') {
    return issue.issues.map(({ message }) => ({
      path: path.slice(0, -1),
      key: String(path.at(-1)),
      message: `${named(path)} ${message}`,
    }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The author meant the form whose outermost shape fits.
    const branch = issue.errors.find(
      (errors) => !errors.some((inner) => inner.path.length === 0 && inner.code === 'invalid_type'),
    );
    if (issue.input === undefined) return [{ path, message: `${named(path)} ${MISSING}`, missing: true }];
    if (branch) return branch.flatMap((inner) => findings(inner, path, keysAt));
    return [{ path, message: `${named(path)} must be ${formsOf(issue.errors)}, not ${kindOf(issue.input)}` }];
  }
  // The first entry of a list that must have one.
  if (issue.code === 'invalid_type' && issue.input === undefined && typeof path.at(-1) === 'number') {
    return [{ path: path.slice(0, -1), message: `${named(path.slice(0, -1))} must not be empty` }];
  }
  const message = `${named(path)} ${messageOf(issue)}`;
  if (message.endsWith(MISSING)) return [{ path, message, missing: true }];
  return [isUnknownWord(issue) ? { path, message, unknown: true } : { path, message }];
}

/** A key of another form of this block. */
function besideOthers(
  key: string,
  { keys, input }: Extract<Issue, { readonly code: 'unrecognized_keys' }>,
): string {
  const others = isObject(input) ? Object.entries(input).filter(([other]) => !keys.includes(other)) : [];
  const beside = others
    .slice(0, 3)
    .map(([other, value]) =>
      JSON.stringify(typeof value === 'string' ? `${other}: ${cutTo(value, 40)}` : other),
    );
  return `${JSON.stringify(key)} does not go with ${beside.join(', ') || 'what else is here'}; leave it out`;
}

const isUnknownWord = (issue: Issue): boolean =>
  (issue.code === 'invalid_value' && typeof issue.input === 'string') ||
  // A union by a key: the key is present but names none of the forms.
  (issue.code === 'invalid_union' && 'discriminator' in issue && !lacks(issue.input, issue.discriminator));

/** The outermost shapes of a union, as `text or a list`. */
function formsOf(branches: readonly (readonly Issue[])[]): string {
  const expected = branches.flatMap((errors) =>
    errors.flatMap((inner) => (inner.code === 'invalid_type' ? inner.expected : [])),
  );
  return [...new Set(expected.map((form) => lookUp(NOUNS, form) ?? form))].join(' or ');
}

const MISSING = 'is missing';

const NOUNS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a block of keys',
  record: 'a block of keys',
};

/** Issues that may simply mean that the value is missing. */
const ABSENT: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

function messageOf(issue: Issue): string {
  if (issue.input === undefined && ABSENT.has(issue.code)) return MISSING;
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input'))
    return wrongType(issue.expected, issue.input);
  if (issue.code === 'invalid_value') return wrongWord(issue.values.map(String), issue.input);
  if (issue.code === 'invalid_union') return wrongForm(issue);
  if (issue.code === 'too_small')
    return issue.origin === 'array'
      ? 'must not be empty'
      : `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${String(issue.minimum)}`;
  // The schema's own rules carry their messages.
  return issue.code === 'too_big' ? `must be at most ${String(issue.maximum)}` : issue.message;
}

/** If the key of a union is missing, the input is the block around it. */
function wrongForm(issue: Extract<Issue, { readonly code: 'invalid_union' }>): string {
  const forms = ('options' in issue ? (issue.options as readonly string[]) : []).join(' or ');
  const missing = 'discriminator' in issue && lacks(issue.input, issue.discriminator);
  return missing ? `is missing; it is ${forms}` : `must be ${forms}`;
}

const lacks = (block: unknown, key: unknown): boolean =>
  block !== null && typeof block === 'object' && !Object.hasOwn(block, String(key));

function wrongWord(words: readonly string[], input: unknown): string {
  return `must be ${words.join(' or ')}, not ${shown(input)}${typeof input === 'string' ? meant(input, words) : ''}`;
}

function wrongType(expected: string, input: unknown): string {
  const quote = expected === 'string' && (typeof input === 'number' || typeof input === 'boolean');
  return `must be ${lookUp(NOUNS, expected) ?? expected}, not ${kindOf(input)}${quote ? '; put it in quotes' : ''}`;
}

function named(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  return typeof last === 'number'
    ? `entry ${last + 1} of ${String(path.at(-2) ?? 'the list')}`
    : JSON.stringify(String(last));
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a block of keys' : shown(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
