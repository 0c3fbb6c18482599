import type { Problem } from '../../base/cairnError.ts';

/** A line of a file; `number` is 1-based. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** The lines above Notes, and what is wrong with them as lines of any engine-written file. */
export function engineLines(
  file: string,
  text: string,
  end: number | null,
): { readonly lines: readonly Line[]; readonly problems: readonly Problem[] } {
  const above = end === null ? text : text.slice(0, end);
  const lines = above.split('\n').map((line, index) => ({ number: index + 1, text: line }));
  // After the last line end comes the Notes line, or nothing.
  if (lines.at(-1)?.text === '') lines.pop();
  const problems = lines.flatMap(({ number, text: line }) => {
    const why = whyNotOurs(line, number);
    return why === null ? [] : [{ file, line: number, column: why.column, message: why.message }];
  });
  return { lines, problems };
}

function whyNotOurs(line: string, number: number): { column: number; message: string } | null {
  if (number === 1 && line.startsWith('\ufeff'))
    return { column: 1, message: 'the file starts with a byte order mark' };
  if (/^(?:<{7}|={7}|>{7}|\|{7})(?: |\r?$)/.test(line))
    return { column: 1, message: `a conflict marker of git: ${line.slice(0, 7)}` };
  if (line.endsWith('\r')) return { column: line.length, message: 'the line ends in CR LF' };
  const odd = /[\p{Cc}\p{Cs}\u2028\u2029]/u.exec(line);
  return odd ? { column: odd.index + 1, message: 'a control character is in this line' } : null;
}
