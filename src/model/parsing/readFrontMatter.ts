import type { Problem } from '../../base/cairnError.ts';
import type { Line } from './engineLines.ts';
import { readFrontMatterValue } from './frontMatterValue.ts';
import type { RecordTable, ValuesOf } from './recordTable.ts';

interface Found {
  readonly text: string;
  /** Written as the bare word `null`. */
  readonly isNull: boolean;
  readonly line: number;
}

export interface FrontMatter {
  readonly values: ReadonlyMap<string, Found>;
  readonly problems: readonly Problem[];
  /** Number of the closing line; without one, of the last line read. */
  readonly end: number;
  readonly closed: boolean;
}

/** Reads the front matter of a record: `key: value` lines between two lines `---`, each key of the table at most once. */
export function readFrontMatter(file: string, lines: readonly Line[], table: RecordTable): FrontMatter {
  const problems: Problem[] = [];
  const values = new Map<string, Found>();
  // A carriage return or byte order mark is reported elsewhere; here it must not hide the schema.
  const bare = lines.map((line) => line.text.replace(/^\ufeff|\r$/g, ''));
  if (bare[0] !== '---') {
    problems.push({ file, line: 1, column: 1, message: 'the file must start with the line "---"' });
    return { values, problems, end: 1, closed: false };
  }
  const close = bare.indexOf('---', 1);
  const closed = close !== -1;
  const end = closed ? close + 1 : bare.length;
  for (const [index, text] of bare.slice(1, closed ? close : undefined).entries()) {
    const line = index + 2;
    const { key, written, value } = pairOf(text);
    const wrong = whyNot(key, table, values, value);
    const column = value === null && key !== '' ? key.length + 3 : 1;
    if (wrong !== null) problems.push({ file, line, column, ...wrong });
    else values.set(key, { text: value ?? '', isNull: written === 'null', line });
  }
  if (!closed)
    problems.push({ file, line: end, column: 1, message: 'the front matter is not closed with "---"' });
  return { values, problems, end, closed };
}

const pairOf = (line: string) => {
  const [, key = '', written = ''] = /^([a-z]+): (.*)$/.exec(line) ?? [];
  return { key, written, value: readFrontMatterValue(written) };
};

function whyNot(
  key: string,
  table: RecordTable,
  values: FrontMatter['values'],
  value: string | null,
): Pick<Problem, 'message' | 'unknown'> | null {
  if (key === '') return { message: 'this line is not "key: value"' };
  if (!Object.hasOwn(table, key)) return { message: `unknown key "${key}"`, unknown: true };
  if (values.has(key)) return { message: `"${key}" is here twice` };
  return value === null ? { message: `"${key}" is not written as one plain or quoted text` } : null;
}

/** The front matter as values, and its problems: the values match their types only if there are none. */
export function frontMatterValues<R extends RecordTable>(
  file: string,
  front: FrontMatter,
  table: R,
  refusal = (is: string): string => `must be ${is}, not`,
): { readonly values: ValuesOf<R>; readonly problems: readonly Problem[] } {
  const missing: Problem[] = [];
  const wrong: Problem[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, { kind, isNullable }] of Object.entries(table)) {
    const found = front.values.get(key);
    if (found === undefined) {
      // A key that is present but unreadable was reported already.
      if (!front.problems.some(({ message }) => message.startsWith(`"${key}"`)))
        missing.push({
          file,
          line: front.end,
          column: 1,
          message: `"${key}" is missing in the front matter`,
        });
      values[key] = null;
      continue;
    }
    values[key] = isNullable && found.isNull ? null : kind.read(found.text);
    if (values[key] !== null || (isNullable && found.isNull)) continue;
    const message = `"${key}" ${refusal(kind.is)} ${JSON.stringify(found.text.slice(0, 80))}`;
    const unknown = kind.isClosed ? ({ unknown: true } as const) : {};
    wrong.push({ file, line: found.line, column: key.length + 3, message, ...unknown });
  }
  return { values: values as ValuesOf<R>, problems: [...missing, ...wrong] };
}
