import type { Style } from '../terminal/style.ts';
import { plainLine } from '../terminal/plainText.ts';
import { wrapText } from './wrapText.ts';

/** What is told on the way, safe to print: a marked line, and below it what can be typed about it. */
export const toldLines = (text: string, { asks }: Pick<Style, 'asks'>, width: number): readonly string[] =>
  text
    .split('\n')
    .map(plainLine)
    .filter((line) => line !== '')
    .map((line, at) => wrapText(at === 0 ? `${asks('·')} ${line}` : `    ${line}`, width));
