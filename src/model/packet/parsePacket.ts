import type { Problem } from '../../base/cairnError.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { readFrontMatterValue } from '../status/frontMatterValue.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../names/ids.ts';
import type { RecordProblem } from '../parsing/recordProblem.ts';
import { migrate, SCHEMA, type Schema } from '../parsing/schema.ts';
import { engineLines, type Line } from '../status/statusLines.ts';
import { OBJECT_ID, PHASE_ID, readCount, SESSION_ID, TIMESTAMP } from '../text/words.ts';
import { PACKET_HEADINGS, type PacketHeading } from './packetHeadings.ts';

/** PACKET.md as a value (format, section 6). */
export interface Packet {
  readonly schema: Schema;
  readonly session: SessionId;
  /** null: the opening packet. */
  readonly phase: PhaseId | null;
  readonly seq: number;
  readonly at: Timestamp;
  readonly commit: CommitId;
  /** Of the whole file. */
  readonly tokens: number;
  readonly budget: number;
  readonly tokenizer: 'o200k_base';
  /** In the order of the file; empty ones are not there. */
  readonly sections: readonly { readonly heading: PacketHeading; readonly text: string }[];
}

/** Reads a PACKET.md, strictly; `file` only names it in problems. Never throws. */
export function parsePacket(file: string, text: string): Result<Packet, RecordProblem> {
  const parts = partsOf(file, text);
  const now = migrate('packet', text, readCount(parts.values?.get('schema')?.text ?? ''));
  if (!now.ok) return now;
  return packetIn(now.value === text ? parts : partsOf(file, now.value));
}

interface Parts {
  /** Of the front matter; null: there is none. */
  readonly values: ReadonlyMap<string, Value> | null;
  /** Number of the line that closes it. */
  readonly end: number;
  readonly below: readonly Line[];
  readonly problems: Problem[];
  readonly tell: Tell;
}

function partsOf(file: string, text: string): Parts {
  const { lines, problems: odd } = engineLines(file, text, null);
  const problems = [...odd];
  const tell: Tell = (line, message) => void problems.push({ file, line, column: 1, message });
  const close = lines.findIndex((line, at) => at > 0 && line.text === '---');
  const isThere = lines[0]?.text === '---' && close > 0;
  if (!isThere) tell(1, 'the file must start with front matter between two lines "---"');
  const values = isThere ? valuesOf(lines.slice(1, close), tell) : null;
  return { values, end: close + 1, below: lines.slice(close + 1), problems, tell };
}

function packetIn({ values, end, below, problems, tell }: Parts): Result<Packet, RecordProblem> {
  if (values === null) return err({ kind: 'invalid', problems });
  if (!values.has('schema')) return err({ kind: 'schema-missing' });
  const fields = fieldsOf(values, end, tell);
  const sections = sectionsIn(below, tell);
  return problems.length > 0
    ? err({ kind: 'invalid', problems: sortedByLine(problems) })
    : ok({ ...fields, sections });
}

type Tell = (line: number, message: string) => void;

const READERS = {
  schema: (text: string) => (readCount(text) === SCHEMA ? SCHEMA : null),
  session: (text: string) => (SESSION_ID.test(text) ? (text as SessionId) : null),
  phase: (text: string) => (PHASE_ID.test(text) ? (text as PhaseId) : null),
  seq: (text: string) => readCount(text) || null,
  at: (text: string) => (TIMESTAMP.test(text) ? (text as Timestamp) : null),
  commit: (text: string) => (OBJECT_ID.test(text) ? (text as CommitId) : null),
  tokens: (text: string) => readCount(text) || null,
  budget: (text: string) => readCount(text) || null,
  tokenizer: (text: string) => (text === 'o200k_base' ? text : null),
};
type Key = keyof typeof READERS;
type Fields = Omit<Packet, 'sections'>;

interface Value {
  readonly text: string;
  readonly isNull: boolean;
  readonly line: number;
}

function valuesOf(lines: readonly Line[], tell: Tell): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  for (const { text, number } of lines) {
    const [, key = '', written = ''] = /^([a-z]+): (.*)$/.exec(text) ?? [];
    const value = readFrontMatterValue(written);
    if (!Object.hasOwn(READERS, key))
      tell(number, key === '' ? 'this line is not "key: value"' : `unknown key "${key}"`);
    else if (values.has(key)) tell(number, `"${key}" is here twice`);
    else if (value === null) tell(number, `"${key}" is not written as one plain or quoted text`);
    else values.set(key, { text: value, isNull: written === 'null', line: number });
  }
  return values;
}

function fieldsOf(values: ReadonlyMap<string, Value>, end: number, tell: Tell): Fields {
  const read = (key: Key): unknown => {
    const value = values.get(key);
    if (value === undefined) return tell(end, `"${key}" is missing in the front matter`);
    if (key === 'phase' && value.isNull) return null;
    const found = READERS[key](value.text);
    if (found === null) tell(value.line, `"${key}" cannot be ${JSON.stringify(value.text.slice(0, 80))}`);
    return found;
  };
  // Read for a problem each; the values are only used where there is none.
  return Object.fromEntries(
    (Object.keys(READERS) as Key[]).map((key) => [key, read(key)]),
  ) as unknown as Fields;
}

function sectionsIn(lines: readonly Line[], tell: Tell): Packet['sections'] {
  const sections: { heading: PacketHeading; lines: string[] }[] = [];
  let order = -1;
  for (const { text, number } of lines) {
    if (!text.startsWith('## ')) {
      if (sections.length > 0) sections.at(-1)?.lines.push(text);
      else if (text !== '') tell(number, 'there is text before the first section');
      continue;
    }
    const place = PACKET_HEADINGS.findIndex((known) => `## ${known}` === text);
    const heading = PACKET_HEADINGS[place];
    if (heading === undefined) tell(number, `unknown section ${JSON.stringify(text.slice(3, 80))}`);
    else if (place <= order)
      tell(number, `the section "${heading}" is out of order; they are ${PACKET_HEADINGS.join(', ')}`);
    order = Math.max(order, place);
    sections.push({ heading: heading ?? 'Goal', lines: [] });
  }
  return sections.map(({ heading, lines: body }) => ({ heading, text: body.join('\n').trim() }));
}

const sortedByLine = (problems: readonly Problem[]): readonly Problem[] =>
  problems.toSorted((a, b) => a.line - b.line);
