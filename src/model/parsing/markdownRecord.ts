import type { Problem } from '../../base/cairnError.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { readCount } from '../text/words.ts';
import { engineLines, type Line } from './engineLines.ts';
import { frontMatterValues, readFrontMatter, type FrontMatter } from './readFrontMatter.ts';
import type { RecordProblem } from './readRecord.ts';
import type { RecordTable, ValuesOf } from './recordTable.ts';
import { tooLong } from './tooLong.ts';
import { migrate } from './schema.ts';

/** Says what is wrong in a line (1-based). */
export type Tell = (line: number, message: string) => void;

/**
 * Reads a record of front matter and Markdown (PACKET.md, LEDGER.md), strictly. Never throws.
 *
 * @param file only names it in problems
 * @param bodyOf what the lines below the front matter say
 */
export function readMarkdownRecord<R extends RecordTable, Body>(
  kind: 'packet' | 'ledger',
  table: R,
  file: string,
  text: string,
  bodyOf: (lines: readonly Line[], tell: Tell) => Body,
): Result<ValuesOf<R> & Body, RecordProblem> {
  const long = tooLong(file, text);
  if (long.length > 0) return err({ kind: 'invalid', problems: long });
  const parts = partsOf(file, text, table);
  const now = migrate(kind, text, readCount(parts.front.values.get('schema')?.text ?? ''));
  if (!now.ok) return now;
  const { lines, front, problems } = now.value === text ? parts : partsOf(file, now.value, table);
  const tell: Tell = (line, message) => void problems.push({ file, line, column: 1, message });
  if (!front.closed) {
    tell(1, 'the file must start with front matter between two lines "---"');
    return err({ kind: 'invalid', problems });
  }
  if (!front.values.has('schema')) return err({ kind: 'schema-missing' });
  const { values, problems: wrong } = frontMatterValues(file, front, table, () => 'cannot be');
  for (const problem of [...front.problems, ...wrong]) problems.push(problem);
  const body = bodyOf(lines.slice(front.end), tell);
  return problems.length > 0
    ? err({ kind: 'invalid', problems: problems.toSorted((a, b) => a.line - b.line) })
    : ok({ ...values, ...body });
}

function partsOf(
  file: string,
  text: string,
  table: RecordTable,
): { readonly lines: readonly Line[]; readonly problems: Problem[]; readonly front: FrontMatter } {
  const { lines, problems } = engineLines(file, text, null);
  return { lines, problems: [...problems], front: readFrontMatter(file, lines, table) };
}
