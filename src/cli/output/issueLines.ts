import { counted } from '../../base/listed.ts';
import type { Issue } from '../../model/start/issue.ts';
import { plainText } from '../../model/packet/safeText.ts';
import { plainLine } from '../terminal/plainText.ts';
import type { Style } from '../terminal/style.ts';
import { wrapText } from './wrapText.ts';

/** Of its text so many lines are shown, each of so many characters. */
const MOST_LINES = 8;
const MOST_WIDE = 200;

/** An issue that a session is going to work on, for whoever is about to let it: other people wrote it. */
export function issueLines(
  { title, body, url, author, isOpen }: Issue,
  { style, width }: { readonly style: Style; readonly width: number },
): readonly string[] {
  const lines = plainText(body)
    .split('\n')
    .map((line) => plainLine(line))
    .filter((line) => line !== '');
  const more = lines.length - MOST_LINES;
  const is = `${url}, by ${plainLine(plainText(author))}${isOpen ? '' : ', and it is closed'}: ${plainLine(plainText(title))}`;
  return [
    wrapText(`${isOpen ? style.dim('·') : style.asks('!')} The request is ${is}`, width),
    ...lines
      .slice(0, MOST_LINES)
      .map((line) => `  ${style.dim('│')} ${cut(line, Math.min(width - 4, MOST_WIDE))}`),
    ...(more > 0 ? [`  ${style.dim('│')} … ${counted(more, 'more line')}`] : []),
    ...(body.includes('<!--')
      ? [
          wrapText(
            `${style.asks('!')} It has comments that its page does not show; they are part of the request.`,
            width,
          ),
        ]
      : []),
  ];
}

const cut = (line: string, most: number): string =>
  line.length > most ? `${line.slice(0, most - 1)}…` : line;
