import { readFrontMatterValue } from './frontMatterValue.ts';
import { oneLine } from '../text/oneLine.ts';
import { notesOffset } from './statusTable.ts';
import { readCount, TIMESTAMP } from '../text/words.ts';

/** What can be made out in a STATUS.md, words as found; null for what is not there or not readable. */
export interface StatusGlance {
  readonly schema: number | null;
  readonly session: string | null;
  readonly title: string | null;
  readonly workflow: string | null;
  readonly plan: string | null;
  readonly branch: string | null;
  readonly isolation: string | null;
  readonly base: string | null;
  readonly seq: number | null;
  readonly state: string | null;
  readonly next: string | null;
  /** Only where it is a time: it is sorted, and told as an age. */
  readonly updated: string | null;
  readonly rows: readonly StatusGlanceRow[];
}

export interface StatusGlanceRow {
  readonly number: number | null;
  readonly phase: string;
  readonly status: string;
  readonly attempt: number | null;
  readonly artifacts: { readonly present: number; readonly promised: number } | null;
  readonly updated: string | null;
}

/** Neither a file made to be slow nor one line made to fill a window is worth more. */
const LONGEST = 500_000;
const LONGEST_WORD = 300;

/**
 * Reads STATUS.md as far as it goes, for those who only show it: newer schemas, unknown words and keys, hand edits
 * and conflicts included. Null when it has no front matter. Never throws; what it answers is on one line and safe to show.
 */
export function glanceStatus(text: string): StatusGlance | null {
  const bounded = text.slice(0, LONGEST);
  const lines = bounded
    .slice(0, notesOffset(bounded) ?? undefined)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/);
  if (lines[0]?.trimEnd() !== '---') return null;
  const close = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  const front = frontOf(lines.slice(1, close === -1 ? undefined : close));
  const word = (key: string): string | null => wordOf(front.get(key));
  return {
    schema: readCount(word('schema') ?? ''),
    session: word('session'),
    title: word('title'),
    workflow: word('workflow'),
    plan: word('plan'),
    branch: word('branch'),
    isolation: word('isolation'),
    base: word('base'),
    seq: readCount(word('seq') ?? ''),
    state: word('state'),
    next: word('next'),
    updated: timeIn(word('updated') ?? ''),
    rows: close === -1 ? [] : lines.slice(close).flatMap((line) => rowOf(line) ?? []),
  };
}

const timeIn = (text: string): string | null => (TIMESTAMP.test(text) ? text : null);

function frontOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const front = new Map<string, string>();
  for (const line of lines) {
    const [, key, written] = /^([A-Za-z_-]+):[ \t]*(.*)$/.exec(line) ?? [];
    // The first of two: in a conflict that is the side that was here.
    if (key !== undefined && written !== undefined && !front.has(key)) front.set(key, written.trim());
  }
  return front;
}

function wordOf(written: string | undefined): string | null {
  if (written === undefined || written === '' || written === 'null' || written === '~') return null;
  const text = oneLine(readFrontMatterValue(written) ?? written).slice(0, LONGEST_WORD);
  return text === '' ? null : text;
}

function rowOf(line: string): StatusGlanceRow | null {
  if (!line.startsWith('|')) return null;
  const cells = line.slice(1).split('|');
  const cell = (column: number): string => oneLine(cells[column] ?? '').slice(0, LONGEST_WORD);
  const phase = cell(1);
  // Neither the head of the table nor the line below it.
  if (phase === '' || readCount(cell(0)) === null) return null;
  const [, present, promised] = /^(\d{1,6})\/(\d{1,6})$/.exec(cell(4)) ?? [];
  return {
    number: readCount(cell(0)),
    phase,
    status: cell(2),
    attempt: readCount(cell(3)),
    artifacts: present === undefined ? null : { present: Number(present), promised: Number(promised) },
    updated: timeIn(cell(5)),
  };
}
