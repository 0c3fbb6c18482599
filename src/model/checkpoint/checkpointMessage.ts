import { migrate } from '../parsing/schema.ts';
import { cutTo, oneLine, plainLines } from '../text/oneLine.ts';
import { readCount } from '../text/words.ts';
import type { Field } from '../parsing/recordTable.ts';
import { trailerLines } from './trailerLines.ts';
import { MOST_FILE_BYTES } from './mostBytes.ts';
import { TRAILERS, type Trailers, type TrailersGlance } from './trailers.ts';

type Key = keyof Trailers;
const FIELDS = Object.entries(TRAILERS) as readonly (readonly [Key, Field])[];
/** By lower case. */
const KEY_OF: ReadonlyMap<string, Key> = new Map(FIELDS.map(([key, { name }]) => [name.toLowerCase(), key]));
/** Copied, not filled key by key: a history of a thousand checkpoints makes two thousand. */
const NOTHING = Object.fromEntries(FIELDS.map(([key]) => [key, null])) as Record<Key, null>;

const SUBJECT_PREFIX = 'cairn: ';
const LONGEST_SUBJECT = 72;

/**
 * The message of a checkpoint: `cairn: <subject>` in one line of at most 72, the body, the trailers.
 *
 * Everything is sanitised: no value can end its line, and nothing in subject or body can pass for a trailer.
 */
export function renderCheckpoint(subject: string, body: string, trailers: Trailers): string {
  const bare = oneLine(subject).replace(/^cairn: */, '') || 'checkpoint';
  const line = `${SUBJECT_PREFIX}${bare}`;
  const first = line.length <= LONGEST_SUBJECT ? line : `${cutTo(line, LONGEST_SUBJECT - 1)}…`;
  // `git interpret-trailers` and `git am` take a line `---` for the end of the message.
  const told = plainLines(body).replace(/^---/gm, ' ---');
  return [first, ...(told === '' ? [] : [told]), trailerLines(TRAILERS, trailers)].join('\n\n');
}

/**
 * The trailers of a checkpoint of this schema; null if it is no checkpoint of ours, or one that {@link glanceTrailers} can only
 * show. Ignores unknown keys, refuses a duplicate known one.
 */
export function parseTrailers(message: string, known: KnownLines = new Map()): Trailers | null {
  const found = currentTrailers(message, known);
  if (found === null || found.twice) return null;
  const values: Record<Key, unknown> = { ...NOTHING };
  for (const [key, { isNullable }] of FIELDS) {
    const line = found.lines[key];
    // An optional trailer must still be readable if present.
    if (line === null ? !isNullable : valueOf(line) === null) return null;
    values[key] = line === null ? null : valueOf(line);
  }
  return values as Trailers;
}

/** The same for display: newer schemas and unknown words as found; null if there is no `Cairn-Schema`. */
export function glanceTrailers(message: string, known: KnownLines = new Map()): TrailersGlance | null {
  const found = currentTrailers(message, known);
  if (found === null) return null;
  const values: Record<Key, unknown> = { ...NOTHING };
  for (const [key, { kind }] of FIELDS) {
    const line = found.lines[key];
    values[key] = line === null ? null : kind.glance(line.text);
  }
  return values as unknown as TrailersGlance;
}

/** The schema that a checkpoint was written in; null if it does not say. */
export const writtenSchema = (message: string): number | null => schemaOf(trailersOf(message, new Map()));

/** The trailers as this version would have written them; a newer version's unchanged. */
function currentTrailers(message: string, known: KnownLines): Found | null {
  const found = trailersOf(message, known);
  const now = migrate('trailers', message, schemaOf(found));
  return !now.ok || now.value === message ? found : trailersOf(now.value, known);
}

const schemaOf = (found: Found | null): number | null => readCount(found?.lines.schema?.text ?? '');

interface Line {
  readonly key: Key;
  readonly text: string;
  /** Null where it is none of its kind; undefined until somebody asks. */
  value: unknown;
}

const valueOf = (line: Line): unknown =>
  line.value === undefined ? (line.value = TRAILERS[line.key].kind.read(line.text)) : line.value;

/** Lines that were read before, null for those of others: a thousand checkpoints say much the same, and what they share is looked into once. */
export type KnownLines = Map<string, Line | null>;

interface Found {
  readonly lines: Readonly<Record<Key, Line | null>>;
  /** One of them appears twice. */
  readonly twice: boolean;
}

/** Our keys in the last paragraph of a message, the first of each. Ignores other lines there (sign-offs, notes of tools). */
function trailersOf(message: string, known: KnownLines): Found | null {
  // A trailing carriage return is trimmed with the value's white space.
  const lines = message.slice(-MOST_FILE_BYTES).trimEnd().split('\n');
  const empty = lines.findLastIndex((line) => line.trim() === '');
  // A message of one paragraph is just a subject.
  if (empty === -1) return null;
  const found: Record<Key, Line | null> = { ...NOTHING };
  let twice = false;
  for (const written of lines.slice(empty + 1)) {
    let line = known.get(written);
    if (line === undefined) known.set(written, (line = readLine(written)));
    if (line === null) continue;
    if (found[line.key] !== null) twice = true;
    else found[line.key] = line;
  }
  return found.schema === null ? null : { lines: found, twice };
}

function readLine(line: string): Line | null {
  const colon = line.indexOf(':');
  const key = KEY_OF.get(line.slice(0, colon).toLowerCase());
  if (colon === -1 || key === undefined) return null;
  return { key, text: oneLine(line.slice(colon + 1)), value: undefined };
}
