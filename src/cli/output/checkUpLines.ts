import type { CheckUp, Verdict } from '../../model/machine/checkUp.ts';
import { checkWords, partsOfStep, type CheckVoice } from '../../sentences/checkUpWords.ts';
import { plainLine } from '../terminal/plainText.ts';
import type { Style } from '../terminal/style.ts';
import { errorSentence } from './errorSentence.ts';
import { fillLines } from './fillLines.ts';

/** How a terminal says what it names itself. */
export const TERMINAL_VOICE: CheckVoice = {
  error: ({ code, details }) => errorSentence(code, details),
  installs: 'What installs the others: cairn doctor --agents',
  byHand: 'Or do the phases yourself: cairn start … --by-hand',
};

/** A mark and a word, since a mark alone is easily overlooked, or not read aloud. */
const MARKS: Readonly<Record<Verdict, { readonly text: string; readonly paint: 'good' | 'asks' | 'bad' }>> = {
  ok: { text: '✓ ok   ', paint: 'good' },
  look: { text: '! look ', paint: 'asks' },
  mend: { text: '✗ mend ', paint: 'bad' },
};
const INDENT = ' '.repeat(MARKS.ok.text.length + 1);

/** A command stays in one piece: it is to be copied. */
function stepLines(step: string, width: number): string {
  const { text, command } = partsOfStep(plainLine(step));
  const words = [...text.split(' '), ...(command === '' ? [] : [command])];
  return fillLines(words, { width, indent: `${INDENT}  ` });
}

/** Every line of a check-up, and what it comes to. */
export function checkUpLines(
  { lines, canRun }: CheckUp,
  { style, width }: { readonly style: Style; readonly width: number },
): string {
  const said = lines.flatMap((line) => {
    const { title, found, todo } = checkWords(line, TERMINAL_VOICE);
    const { text, paint } = MARKS[line.verdict];
    const words = plainLine(found).split(' ');
    return [
      fillLines([style.bold(`${plainLine(title)}:`), ...words], {
        width,
        first: `${style[paint](text)} `,
        indent: INDENT,
      }),
      ...todo.map((step) => stepLines(step, width)),
    ];
  });
  const end = canRun
    ? style.good('A session can be run here.')
    : 'No session can be run here until what is marked ✗ is mended.';
  return [...said, '', ...fillLines(end.split(' '), { width }).split('\n')].join('\n');
}
