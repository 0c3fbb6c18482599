import { aheadWords } from '../../sentences/aheadWords.ts';
import type { Ahead } from '../../session/ahead.ts';
import { plainLine } from '../terminal/plainText.ts';
import type { Style } from '../terminal/style.ts';
import { wrapText } from './wrapText.ts';

/** What a start is going to do, before anything is made. */
export function aheadLines(
  ahead: Ahead,
  { style, width }: { readonly style: Style; readonly width: number },
): readonly string[] {
  const { workers, workflow, copies, setup, checks, isTested, doubts } = aheadWords(ahead);
  const mark = (isFine: boolean): string => (isFine ? style.dim('·') : style.asks('!'));
  const lines = [
    `${mark(true)} ${plainLine(workers)}`,
    `${mark(true)} ${plainLine(workflow)}`,
    ...(copies === null ? [] : [`${mark(true)} ${plainLine(copies)}`]),
    ...(setup === null ? [] : [`${mark(true)} ${plainLine(setup)}`]),
    `${mark(isTested)} ${plainLine(checks)}`,
    ...doubts.map((doubt) => `${mark(false)} ${plainLine(doubt)}`),
    ...(ahead.project === null ? [] : [`  Other commands: --check, --no-checks, --setup, --no-setup.`]),
  ];
  return [...lines.map((line) => wrapText(line, width)), ''];
}
