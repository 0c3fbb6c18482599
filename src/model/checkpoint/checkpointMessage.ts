import { CHECKPOINT_KINDS, type Trailers } from './checkpoint.ts';
import type { PhaseId, SessionId, Timestamp } from '../names/ids.ts';
import { cutTo, oneLine, plainLines } from '../text/oneLine.ts';
import { migrate, SCHEMA } from '../parsing/schema.ts';
import { SESSION_STATES } from '../status/status.ts';
import { PHASE_ID, PLAN_HASH, readCount, SESSION_ID, TIMESTAMP, WORKFLOW_NAME } from '../text/words.ts';

/** The trailers of a commit as found: text where the key is there, null where it is not. */
export interface TrailersGlance {
  readonly schema: number | null;
  readonly session: string | null;
  readonly seq: number | null;
  readonly kind: string | null;
  readonly state: string | null;
  readonly phase: string | null;
  readonly attempt: number | null;
  readonly next: string | null;
  readonly title: string | null;
  readonly workflow: string | null;
  readonly plan: string | null;
  readonly effects: number | null;
  readonly engine: string | null;
  readonly updated: Timestamp | null;
  readonly forkedFrom: string | null;
  readonly restored: number | null;
}

/** In the order in which they are written. */
const KEYS = {
  schema: 'Cairn-Schema',
  session: 'Cairn-Session',
  seq: 'Cairn-Seq',
  kind: 'Cairn-Kind',
  state: 'Cairn-State',
  phase: 'Cairn-Phase',
  attempt: 'Cairn-Attempt',
  next: 'Cairn-Next',
  title: 'Cairn-Title',
  workflow: 'Cairn-Workflow',
  plan: 'Cairn-Plan',
  effects: 'Cairn-Effects',
  engine: 'Cairn-Engine',
  updated: 'Cairn-Updated',
  forkedFrom: 'Cairn-Forked-From',
  restored: 'Cairn-Restored',
} as const satisfies Record<keyof Trailers, string>;
type Field = keyof Trailers;
const FIELDS = Object.keys(KEYS) as Field[];
/** Keys are found in any case: a history of a thousand checkpoints is fifteen thousand lookups. */
const FIELD_OF: ReadonlyMap<string, Field> = new Map(
  FIELDS.map((field) => [KEYS[field].toLowerCase(), field]),
);

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
  const written = FIELDS.flatMap((field) => {
    const value = trailers[field];
    return value === null ? [] : [`${KEYS[field]}: ${oneLine(String(value))}`];
  });
  return `${[first, ...(told === '' ? [] : [told]), written.join('\n')].join('\n\n')}\n`;
}

/**
 * The trailers of a checkpoint of this schema; null = no checkpoint of ours, or one that {@link glanceTrailers} can
 * only show. Keys that this version does not know are passed over, a known key that is there twice is refused.
 */
export function parseTrailers(message: string): Trailers | null {
  const found = currentTrailers(message);
  if (found === null || found.twice) return null;
  const text = (field: Field, pattern: RegExp): string | null => {
    const value = found.values.get(field);
    return value !== undefined && pattern.test(value) ? value : null;
  };
  const count = (field: Field): number | null => readCount(found.values.get(field) ?? '');
  const word = <T extends string>(field: Field, words: readonly T[]): T | null =>
    words.find((known) => known === found.values.get(field)) ?? null;
  const needed = {
    session: text('session', SESSION_ID) as SessionId | null,
    seq: count('seq') || null,
    kind: word('kind', CHECKPOINT_KINDS),
    state: word('state', SESSION_STATES),
    title: text('title', /\S/),
    workflow: text('workflow', WORKFLOW_NAME),
    plan: text('plan', PLAN_HASH),
    effects: count('effects'),
    engine: text('engine', /^\S/),
  };
  const optional = {
    phase: text('phase', PHASE_ID) as PhaseId | null,
    attempt: count('attempt'),
    next: text('next', PHASE_ID) as PhaseId | null,
    updated: text('updated', TIMESTAMP) as Timestamp | null,
    forkedFrom: text('forkedFrom', /^[a-z0-9][a-z0-9-]{2,62}@[1-9]\d*$/),
    restored: count('restored'),
  };
  if (count('schema') !== SCHEMA || !allThere(needed)) return null;
  // An optional key that is there must also be readable.
  if (
    (Object.keys(optional) as (keyof typeof optional)[]).some(
      (field) => optional[field] === null && found.values.has(field),
    )
  )
    return null;
  return { schema: SCHEMA, ...needed, ...optional };
}

/** The same for those who only show it: newer schemas and unknown words as found; null = no `Cairn-Schema`. */
export function glanceTrailers(message: string): TrailersGlance | null {
  const found = currentTrailers(message);
  if (found === null) return null;
  const text = (field: Field): string | null => found.values.get(field) ?? null;
  const count = (field: Field): number | null => readCount(found.values.get(field) ?? '');
  return {
    schema: count('schema'),
    session: text('session'),
    seq: count('seq'),
    kind: text('kind'),
    state: text('state'),
    phase: text('phase'),
    attempt: count('attempt'),
    next: text('next'),
    title: text('title'),
    workflow: text('workflow'),
    plan: text('plan'),
    effects: count('effects'),
    engine: text('engine'),
    // Only what is a time can be sorted and told as an age.
    updated: asTimestamp(text('updated')),
    forkedFrom: text('forkedFrom'),
    restored: count('restored'),
  };
}

const asTimestamp = (word: string | null): Timestamp | null =>
  word !== null && TIMESTAMP.test(word) ? (word as Timestamp) : null;

/** The trailers as this version would have written them; those of a newer one as they stand. */
function currentTrailers(message: string): Found | null {
  const found = trailersOf(message);
  const now = migrate('trailers', message, readCount(found?.values.get('schema') ?? ''));
  return !now.ok || now.value === message ? found : trailersOf(now.value);
}

interface Found {
  readonly values: ReadonlyMap<Field, string>;
  /** One of them is there twice. */
  readonly twice: boolean;
}

/** Our keys in the last paragraph of a message, each as first found. Other lines there (sign-offs, notes of tools) are passed over. */
function trailersOf(message: string): Found | null {
  // A carriage return at an end goes with the white space of the value.
  const lines = message.trimEnd().split('\n');
  const empty = lines.findLastIndex((line) => line.trim() === '');
  // A message of one paragraph is a subject.
  if (empty === -1) return null;
  const values = new Map<Field, string>();
  let twice = false;
  for (const line of lines.slice(empty + 1)) {
    const colon = line.indexOf(':');
    const field = FIELD_OF.get(line.slice(0, colon).toLowerCase());
    if (colon === -1 || field === undefined) continue;
    if (values.has(field)) twice = true;
    else values.set(field, oneLine(line.slice(colon + 1)));
  }
  return values.has('schema') ? { values, twice } : null;
}

type AllThere<T> = { readonly [K in keyof T]: NonNullable<T[K]> };
function allThere<T extends object>(fields: T): fields is T & AllThere<T> {
  return Object.values(fields).every((value) => value !== null);
}
