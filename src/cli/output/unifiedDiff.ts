import { diffLines } from './diffLines.ts';

/** One side of a changed file; null: it is not there. */
export interface Side {
  readonly bytes: Uint8Array;
  /** `100644`, `100755` or `120000`. */
  readonly mode: string;
}

const CONTEXT = 3;

/** The difference of one file as `git diff` writes it and `git apply` reads it. Empty when nothing differs. */
export function unifiedDiff(path: string, before: Side | null, after: Side | null): string {
  const head = header(path, before, after);
  const [left, right] = [nameOf('a', path, before), nameOf('b', path, after)];
  if (isBinary(before) || isBinary(after)) {
    return differ(before, after) ? `${head}Binary files ${left} and ${right} differ\n` : head;
  }
  const body = hunks(lines(before), lines(after));
  return body === '' ? head : `${head}--- ${ended(left)}\n+++ ${ended(right)}\n${body}`;
}

const nameOf = (letter: 'a' | 'b', path: string, side: Side | null): string =>
  side === null ? '/dev/null' : name(letter, path);

/** Git ends a name that holds a space with a tab, so that programs see where it ends. */
const ended = (name: string): string => (name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name);

function differ(before: Side | null, after: Side | null): boolean {
  const empty = new Uint8Array();
  return Buffer.compare(before?.bytes ?? empty, after?.bytes ?? empty) !== 0;
}

function header(path: string, before: Side | null, after: Side | null): string {
  const modes: string[] = [];
  if (before === null && after !== null) modes.push(`new file mode ${after.mode}`);
  else if (after === null && before !== null) modes.push(`deleted file mode ${before.mode}`);
  else if (before !== null && after !== null && before.mode !== after.mode)
    modes.push(`old mode ${before.mode}`, `new mode ${after.mode}`);
  return [`diff --git ${name('a', path)} ${name('b', path)}`, ...modes, ''].join('\n');
}

/** Lines with their newline; the last one may have none. */
function lines(side: Side | null): readonly string[] {
  if (side === null || side.bytes.length === 0) return [];
  // latin1 keeps every byte, whatever the encoding; the whole diff is turned back by {@link diffBytes}.
  return (
    Buffer.from(side.bytes)
      .toString('latin1')
      .match(/[^\n]*\n|[^\n]+$/g) ?? []
  );
}

/** The bytes of a diff: file contents went through latin1 to keep every byte. */
export function diffBytes(diff: string): Uint8Array {
  return Buffer.from(diff, 'latin1');
}

function hunks(before: readonly string[], after: readonly string[]): string {
  const marked = diffLines(before, after).flatMap(({ kind, from, to }) => {
    const source = kind === 'added' ? after : before;
    return source
      .slice(from, to)
      .map((text) => ({ mark: kind === 'same' ? ' ' : kind === 'added' ? '+' : '-', text }));
  });
  let [result, oldLine, newLine, done] = ['', 1, 1, 0];
  const skip = (until: number): void => {
    for (; done < until; done += 1) {
      if (marked[done]?.mark !== '+') oldLine += 1;
      if (marked[done]?.mark !== '-') newLine += 1;
    }
  };
  for (;;) {
    const first = marked.findIndex(({ mark }, index) => index >= done && mark !== ' ');
    if (first === -1) return result;
    const start = Math.max(done, first - CONTEXT);
    skip(start);
    const end = endOfHunk(marked, first);
    const part = marked.slice(start, end);
    const [olds, news] = ['+', '-'].map((other) => part.filter(({ mark }) => mark !== other).length);
    result += `@@ -${range(oldLine, olds ?? 0)} +${range(newLine, news ?? 0)} @@\n`;
    for (const { mark, text } of part)
      result += `${mark}${text.endsWith('\n') ? text : `${text}\n\\ No newline at end of file\n`}`;
    skip(end);
  }
}

/** Changes that are no more than twice the context apart share a hunk. */
function endOfHunk(marked: readonly { readonly mark: string }[], first: number): number {
  let last = first;
  for (let index = first; index < marked.length && index - last <= 2 * CONTEXT; index += 1) {
    if (marked[index]?.mark !== ' ') last = index;
  }
  return Math.min(marked.length, last + 1 + CONTEXT);
}

/** An empty side is named by the line before it. */
function range(line: number, count: number): string {
  if (count === 0) return `${line - 1},0`;
  return count === 1 ? String(line) : `${line},${count}`;
}

function isBinary(side: Side | null): boolean {
  return side !== null && side.bytes.subarray(0, 8000).includes(0);
}

/** A path as git quotes it: in C style when it holds anything but plain characters. */
function name(side: 'a' | 'b', path: string): string {
  const bytes = Buffer.from(`${side}/${path}`, 'utf8');
  if (bytes.every((byte) => byte >= 32 && byte < 127 && byte !== 34 && byte !== 92))
    return bytes.toString('latin1');
  const quoted = [...bytes].map(
    (byte) =>
      ESCAPES[byte] ??
      (byte < 32 || byte >= 127 ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte)),
  );
  return `"${quoted.join('')}"`;
}

const ESCAPES: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};
