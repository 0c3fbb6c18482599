import type { JournalLine } from './journal.ts';
import { cutMiddle } from '../agent/permissionAct.ts';

/** Longest line of the journal, newline included: one write carries it whole [L10]. */
export const JOURNAL_LINE_BYTES = 4096;

/**
 * A line of the journal as text, with its newline.
 *
 * Cuts what a person or program said (reasons, details) until the line fits. Ids, kinds and times are short and never cut. The
 * attempt's output file has the whole output.
 */
export function encodeJournalLine(line: JournalLine): string {
  for (const limit of LIMITS) {
    const text = `${JSON.stringify(cut(line, limit))}\n`;
    if (new TextEncoder().encode(text).length <= JOURNAL_LINE_BYTES) return text;
  }
  // Unreachable with today's line types: the last limit leaves at most 8 x 128 characters of six bytes.
  return `${JSON.stringify(cut(line, { characters: 128, items: 1 }))}\n`;
}

interface Limit {
  readonly characters: number;
  readonly items: number;
}

const LIMITS: readonly Limit[] = [
  { characters: Infinity, items: Infinity },
  { characters: 1024, items: 32 },
  { characters: 512, items: 16 },
  { characters: 256, items: 8 },
  { characters: 128, items: 4 },
];

function cut(value: unknown, limit: Limit): unknown {
  if (typeof value === 'string') return shorten(value, limit.characters);
  if (Array.isArray(value)) return value.slice(0, limit.items).map((item) => cut(item, limit));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      // Both ends of a command stay visible.
      key === 'command' && typeof item === 'string' ? cutMiddle(item, limit.characters) : cut(item, limit),
    ]),
  );
}

/** Cut between characters, never inside a surrogate pair. */
function shorten(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const end = characters - 1;
  const code = text.charCodeAt(end - 1);
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end)}…`;
}
