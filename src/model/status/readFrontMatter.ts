import type { Problem } from '../../base/cairnError.ts';
import { readFrontMatterValue } from './frontMatterValue.ts';
import type { Line } from './statusLines.ts';
import { STATUS_KEYS } from './statusTable.ts';

export interface FrontMatter {
  /** `isNull`: written as the bare word `null`. */
  readonly values: ReadonlyMap<
    string,
    { readonly text: string; readonly isNull: boolean; readonly line: number }
  >;
  readonly problems: readonly Problem[];
  /** Number of the closing line; of the last line read when there is none. */
  readonly end: number;
  readonly closed: boolean;
}

/** Reads the front matter of STATUS.md: `key: value` lines between two lines `---`, each known key once. */
export function readFrontMatter(file: string, lines: readonly Line[]): FrontMatter {
  const problems: Problem[] = [];
  const values = new Map<string, { text: string; isNull: boolean; line: number }>();
  // A carriage return or a mark in front is told as such elsewhere; here it must not hide the schema.
  const bare = lines.map((line) => line.text.replace(/^\ufeff|\r$/g, ''));
  if (bare[0] !== '---') {
    problems.push({ file, line: 1, column: 1, message: 'the file must start with the line "---"' });
    return { values, problems, end: 1, closed: false };
  }
  const close = bare.indexOf('---', 1);
  const closed = close !== -1;
  for (const [index, text] of bare.slice(1, closed ? close : undefined).entries()) {
    const line = index + 2;
    const { key, written } = partsOf(text);
    const value = readFrontMatterValue(written);
    const why = whyNot(key, values.has(key), value);
    if (why !== null)
      problems.push({
        file,
        line,
        column: value === null && key !== '' ? key.length + 3 : 1,
        message: why,
        ...(isUnknown(key) && { unknown: true }),
      });
    else values.set(key, { text: value ?? '', isNull: written === 'null', line });
  }
  if (!closed)
    problems.push({
      file,
      line: bare.length,
      column: 1,
      message: 'the front matter is not closed with "---"',
    });
  return { values, problems, end: closed ? close + 1 : bare.length, closed };
}

function partsOf(line: string): { readonly key: string; readonly written: string } {
  const [, key = '', written = ''] = /^([a-z]+): (.*)$/.exec(line) ?? [];
  return { key, written };
}

const isUnknown = (key: string): boolean => key !== '' && !(STATUS_KEYS as readonly string[]).includes(key);

function whyNot(key: string, isThere: boolean, value: string | null): string | null {
  if (key === '') return 'this line is not "key: value"';
  if (isUnknown(key)) return `unknown key "${key}"`;
  if (isThere) return `"${key}" is here twice`;
  return value === null ? `"${key}" is not written as one plain or quoted text` : null;
}
