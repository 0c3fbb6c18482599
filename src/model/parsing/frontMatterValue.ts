import { parseJson } from '../../base/json.ts';
import type { RecordTable, ValuesOf } from './recordTable.ts';

/** Plain text that some YAML reader would read as something else: a number, a date, true, null. */
const MISREAD =
  /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?(?:0x[\da-f_]+|0o?[0-7_]+|0b[01_]+|[\d_,.]+(?:e[-+]?\d+)?|[\d_]+(?::[0-5]?\d)+(?:\.\d*)?)|[-+]?\.(?:inf|nan)|\d{4}-\d\d?-\d\d?.*)$/i;

/** Text as a value in YAML front matter: plain if every reader sees the same text, else quoted. */
export function frontMatterValue(text: string): string {
  const plain =
    /^[\p{L}\p{N}_/(]/u.test(text) && !/: |:$| #|[\p{Cc}\p{Cs}]|\s$/u.test(text) && !MISREAD.test(text);
  return plain ? text : JSON.stringify(text);
}

/** Reads what {@link frontMatterValue} wrote; null for what it never writes. */
export function readFrontMatterValue(written: string): string | null {
  if (!written.startsWith('"'))
    return /^[\s'[\]{}&*!|>%@`#-]|\s$/u.test(written) || written === '' ? null : written;
  const value = parseJson(written);
  return typeof value === 'string' ? value : null;
}

/** Renders the front matter of a record, including its two lines `---`: one line per key of the table. */
export function renderFrontMatter<R extends RecordTable>(table: R, values: ValuesOf<R>): readonly string[] {
  const lines = Object.entries(table).map(([key, { kind }]) => {
    const value = values[key];
    if (value === null) return `${key}: null`;
    // Quoted if a reader would misread it: a phase may be called "null".
    return `${key}: ${kind.isBare ? kind.write(value) : frontMatterValue(kind.write(value))}`;
  });
  return ['---', ...lines, '---'];
}
