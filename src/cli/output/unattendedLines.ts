import { unattendedWords } from '../../sentences/unattendedWords.ts';
import type { Unattended } from '../../session/unattended.ts';
import { plainLine } from '../terminal/plainText.ts';
import type { Style } from '../terminal/style.ts';
import { wrapText } from './wrapText.ts';

/** Within which bounds a session is worked on, before it begins. */
export function unattendedLines(
  bounds: Unattended,
  { style, width }: { readonly style: Style; readonly width: number },
): readonly string[] {
  const lines = unattendedWords(bounds).map(({ text, isFine, approve = [] }) => {
    const mark = isFine ? style.dim('·') : style.asks('!');
    const how = approve.map((phase) => `--approve ${phase}`).join(' ');
    return `${mark} ${plainLine(how === '' ? text : `${text} ${how} says it beforehand.`)}`;
  });
  return [...lines.map((line) => wrapText(line, width)), ''];
}
