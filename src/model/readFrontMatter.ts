import type { Problem } from '../base/cairnError.ts';
import { readFrontMatterValue } from './frontMatterValue.ts';
import type { Line } from './statusLines.ts';
import { STATUS_KEYS } from './statusTable.ts';

export interface FrontMatter {
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
  const tell = (line: number, column: number, message: string): void =>
    void problems.push({ file, line, column, message });
  const values = new Map<string, { text: string; isNull: boolean; line: number }>();
  // A carriage return or a mark in front is told as such elsewhere; here it must not hide the schema.
  const bare = lines.map((line) => line.text.replace(/^\ufeff|\r$/g, ''));
  if (bare[0] !== '---') {
    tell(1, 1, 'the file must start with the line "---"');
    return { values, problems, end: 1, closed: false };
  }
  const close = bare.indexOf('---', 1);
  const end = close === -1 ? bare.length : close;
  for (const [index, text] of bare.entries()) {
    if (index === 0 || index >= end) continue;
    const [, key = '', written = ''] = /^([a-z]+): (.*)$/.exec(text) ?? [];
    const value = readFrontMatterValue(written);
    if (!(STATUS_KEYS as readonly string[]).includes(key)) {
      tell(index + 1, 1, key === '' ? `this line is not "key: value"` : `unknown key "${key}"`);
    } else if (values.has(key)) tell(index + 1, 1, `"${key}" is here twice`);
    else if (value === null)
      tell(index + 1, key.length + 3, `"${key}" is not written as one plain or quoted text`);
    else values.set(key, { text: value, isNull: written === 'null', line: index + 1 });
  }
  if (close === -1) tell(bare.length, 1, 'the front matter is not closed with "---"');
  return { values, problems, end: close === -1 ? bare.length : close + 1, closed: close !== -1 };
}
