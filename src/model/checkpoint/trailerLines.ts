import type { RecordTable, ValuesOf } from '../parsing/recordTable.ts';
import { oneLine } from '../text/oneLine.ts';

/** A line for each value that is not null. No value can end its line. */
export function trailerLines<R extends RecordTable>(table: R, values: ValuesOf<R>): string {
  const lines = Object.entries(table).flatMap(([key, { name, kind }]) =>
    values[key] === null ? [] : [`${name}: ${oneLine(kind.write(values[key]))}`],
  );
  return `${lines.join('\n')}\n`;
}

/** True if a line of the message is exactly this, anywhere: a squash leaves it in the middle. */
export function hasTrailer(message: string, { name }: { readonly name: string }, value: string): boolean {
  return `\n${message}\n`.replaceAll('\r\n', '\n').includes(`\n${name}: ${value}\n`);
}
