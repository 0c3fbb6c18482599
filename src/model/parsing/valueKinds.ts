/** The kinds of values in a line-based record: how each is read, and what it must be. */
import type { CommitId, PhaseId, SessionId, Timestamp } from '../names/ids.ts';
import { OBJECT_ID, PHASE_ID, readCount, SESSION_ID, WORKFLOW_NAME } from '../text/words.ts';
import { SCHEMA, type Schema } from './schema.ts';

/** `Shown`: the value for display only. */
export interface ValueKind<T, Shown = string> {
  /** Strict; null if the text is not such a value. */
  readonly read: (text: string) => T | null;
  /** Lenient: never refuses a word of a newer Cairn. */
  readonly glance: (text: string) => Shown;
  /** A method, so that a table can hold kinds of every type. */
  write(value: T): string;
  /** What it must be, in words. */
  readonly is: string;
  /** A closed list of words: an unknown one is a newer Cairn's, not damage. */
  readonly isClosed?: true;
  /** Never quoted in front matter. */
  readonly isBare?: true;
}

export function matching<T extends string = string>(pattern: RegExp, is: string): ValueKind<T> {
  return {
    read: (text) => (pattern.test(text) ? (text as T) : null),
    glance: (text) => text,
    write: String,
    is,
  };
}

export function oneOf<T extends string>(
  words: readonly T[],
  is: string = `one of ${words.join(', ')}`,
): ValueKind<T> {
  return {
    read: (text) => words.find((word) => word === text) ?? null,
    glance: (text) => text,
    write: String,
    is,
    isClosed: true,
  };
}

function counting<T extends number>(
  read: (text: string) => T | null,
  is: string,
): ValueKind<T, number | null> {
  return { read, glance: readCount, write: String, is, isBare: true };
}

export const schemaNumber = counting<Schema>(
  (text) => (readCount(text) === SCHEMA ? SCHEMA : null),
  String(SCHEMA),
);
export const count = counting(readCount, 'a number');
/** More attempts than any phase has had: counting on, a number would be none any more. */
export const MOST_ATTEMPTS = 1_000_000;
export const attempt = counting((text) => {
  const read = readCount(text);
  return read === null || read > MOST_ATTEMPTS ? null : read;
}, `a number up to ${MOST_ATTEMPTS}`);
export const countFromOne = counting((text) => readCount(text) || null, 'a number from 1');
const timestamp = matching<Timestamp>(
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/,
  'a time such as 2026-11-20T10:01:22.123Z',
);
/** Even for display it must be a time: it is sorted, and shown as an age. */
export const time: ValueKind<Timestamp, Timestamp | null> = {
  ...timestamp,
  glance: timestamp.read,
  isBare: true,
};
export const sessionId = matching<SessionId>(SESSION_ID, 'a session id');
export const phaseId = matching<PhaseId>(PHASE_ID, 'a phase id');
/** One or more, each once. */
export const phaseIds: ValueKind<readonly PhaseId[], readonly string[]> = {
  read: (text) => {
    const ids = text.split(', ');
    return ids.every((id) => PHASE_ID.test(id)) && new Set(ids).size === ids.length
      ? (ids as PhaseId[])
      : null;
  },
  glance: (text) => text.split(', '),
  write: (ids) => ids.join(', '),
  is: 'ids of phases',
};
export const commitId = matching<CommitId>(OBJECT_ID, 'the full id of a commit');
export const planHash = matching(/^sha256:[0-9a-f]{64}$/, 'sha256: and 64 hexadecimal digits');
export const workflowName = matching(WORKFLOW_NAME, 'the name of a workflow');
export const words = matching(/\S/, 'text');
