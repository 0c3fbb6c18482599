import type * as z from 'zod';
import { nearestWord } from './nearestWord.ts';

/** What one schema issue says to the person who wrote the file, and where in the value it is. */
export interface Found {
  readonly path: readonly PropertyKey[];
  /** Set when a key itself is meant, not its value. */
  readonly key?: string;
  readonly message: string;
}

/** More is no help to anybody and takes long to locate. */
const MOST = 100;

type Issue = z.core.$ZodIssue;

/** Turns what a schema found into words; `keysAt` answers the keys known at a place, for "did you mean". */
export function findingsOf(
  issues: readonly Issue[],
  keysAt: (path: readonly PropertyKey[]) => readonly string[],
): readonly Found[] {
  const found = issues.slice(0, MOST).flatMap((issue) => findings(issue, [], keysAt));
  // A pattern and a rule about the same text may say the same.
  return [
    ...new Map(
      found.map((one) => [JSON.stringify([one.path.map(String), one.key, one.message]), one]),
    ).values(),
  ];
}

function findings(
  issue: Issue,
  above: readonly PropertyKey[],
  keysAt: (path: readonly PropertyKey[]) => readonly string[],
): readonly Found[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(path);
    return issue.keys
      .slice(0, MOST)
      .map((key) => ({ path, key, message: `unknown key ${JSON.stringify(key)}${meant(key, known)}` }));
  }
  if (issue.code === 'invalid_key')
    return issue.issues.map(({ message }) => ({
      path: path.slice(0, -1),
      key: String(path.at(-1)),
      message: `${named(path)} ${message}`,
    }));
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The form that the person meant is the one whose outermost shape fits.
    const branch = issue.errors.find(
      (errors) => !errors.some((inner) => inner.path.length === 0 && inner.code === 'invalid_type'),
    );
    if (branch) return branch.flatMap((inner) => findings(inner, path, keysAt));
    const forms = issue.errors.flatMap((errors) =>
      errors.map((inner) => (inner.code === 'invalid_type' ? (NOUNS[inner.expected] ?? inner.expected) : '')),
    );
    return [
      {
        path,
        message: `${named(path)} must be ${[...new Set(forms.filter((form) => form !== ''))].join(' or ')}, not ${kindOf(issue.input)}`,
      },
    ];
  }
  // The first entry of a list that must have one.
  if (issue.code === 'invalid_type' && issue.input === undefined && typeof path.at(-1) === 'number') {
    return [{ path: path.slice(0, -1), message: `${named(path.slice(0, -1))} must not be empty` }];
  }
  return [{ path, message: `${named(path)} ${messageOf(issue)}` }];
}

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

function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return 'is missing';
      if (!issue.message.startsWith('Invalid input')) return issue.message;
      const quote =
        issue.expected === 'string' && ['number', 'boolean', 'bigint'].includes(typeof issue.input)
          ? '; put it in quotes'
          : '';
      return `must be ${NOUNS[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}${quote}`;
    }
    case 'invalid_value':
      if (issue.input === undefined) return 'is missing';
      return `must be ${issue.values.map(String).join(' or ')}, not ${shown(issue.input)}${
        typeof issue.input === 'string'
          ? meant(
              issue.input,
              issue.values.filter((value) => typeof value === 'string'),
            )
          : ''
      }`;
    case 'invalid_union': {
      const options = 'options' in issue ? (issue.options as readonly string[]) : [];
      return issue.input === undefined ? 'is missing' : `must be ${options.join(', ')}`;
    }
    case 'too_small':
      return issue.origin === 'array' ? 'must not be empty' : `must be at least ${String(issue.minimum)}`;
    case 'too_big':
      return `must be at most ${String(issue.maximum)}`;
    // Rules of the schema's own, which bring their words along; and what the code above has told apart.
    case 'custom':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return issue.message;
  }
}

function named(path: readonly PropertyKey[]): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  return typeof last === 'number'
    ? `entry ${last + 1} of ${String(path.at(-2) ?? 'the list')}`
    : JSON.stringify(String(last));
}

const meant = (word: string, known: readonly string[]): string => {
  const near = nearestWord(word, known);
  return near === null ? '' : `; did you mean "${near}"?`;
};

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a block of keys' : shown(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
