import { frontMatterValue } from './frontMatterValue.ts';
import type { RecordTable, ValuesOf } from './recordTable.ts';

/** The front matter of a record, its two lines `---` among it: a line for each key of the table. */
export function renderFrontMatter<R extends RecordTable>(table: R, values: ValuesOf<R>): readonly string[] {
  const lines = Object.entries(table).map(([key, { kind }]) => {
    const value = values[key];
    if (value === null) return `${key}: null`;
    // In quotes where a reader would take it for something else: a phase may be called "null".
    return `${key}: ${kind.isBare ? kind.write(value) : frontMatterValue(kind.write(value))}`;
  });
  return ['---', ...lines, '---'];
}
