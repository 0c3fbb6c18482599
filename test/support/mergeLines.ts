import type { MergeLabels } from '../../src/model/merge/markers.ts';

/** A merge of texts of which each side changed one place; with git's markers where these touch. Null if one is no text. */
export function mergeLines(
  base: string,
  ours: string,
  theirs: string,
  labels: MergeLabels,
): { readonly text: string; readonly isClean: boolean } | null {
  if ([base, ours, theirs].some((text) => text.includes('\0'))) return null;
  if (ours === theirs || base === theirs) return { text: ours, isClean: true };
  if (base === ours) return { text: theirs, isClean: true };
  const [before, left, right] = [linesOf(base), linesOf(ours), linesOf(theirs)];
  const [mine, other] = [placeOf(before, left), placeOf(before, right)];
  const [first, second] = mine.from <= other.from ? [mine, other] : [other, mine];
  // Git takes changes of neighbouring lines for one.
  if (first.to < second.from && base !== '')
    return {
      text: [
        ...before.slice(0, first.from),
        ...first.lines,
        ...before.slice(first.to, second.from),
        ...second.lines,
        ...before.slice(second.to),
      ].join(''),
      isClean: true,
    };
  const from = Math.min(mine.from, other.from);
  const kept = before.length - Math.max(mine.to, other.to);
  const part = (lines: readonly string[]): string => ended(lines.slice(from, lines.length - kept).join(''));
  const middle = `<<<<<<< ${labels.ours}\n${part(left)}=======\n${part(right)}>>>>>>> ${labels.theirs}\n`;
  return {
    text: [...before.slice(0, from), middle, ...before.slice(before.length - kept)].join(''),
    isClean: false,
  };
}

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** The lines of `before` that became others, and these. */
function placeOf(
  before: readonly string[],
  after: readonly string[],
): { readonly from: number; readonly to: number; readonly lines: readonly string[] } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, to: before.length - end, lines: after.slice(from, after.length - end) };
}
