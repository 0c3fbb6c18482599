import type { CheckUp, Verdict } from '../../model/machine/checkUp.ts';
import { checkWords, partsOfStep, type CheckVoice } from '../../sentences/checkUpWords.ts';
import { code, joined, markup, type Markdown } from '../tree/markdown.ts';
import { sentenceOf } from '../window/sentenceOf.ts';

/** How a window says what it names itself. */
const VOICE: CheckVoice = {
  error: (error) => {
    const { message, detail, hint } = sentenceOf(error);
    return {
      message: [message, ...detail.split('\n')].join(' ').trim(),
      hint: hint === '' ? null : hint,
    };
  },
  installs: '“Cairn: Choose Agent…” shows what installs the others.',
  byHand: null,
};

/** A mark and a word, since a mark alone is easily overlooked, or not read aloud. */
const MARKS: Readonly<Record<Verdict, string>> = { ok: '✓ ok', look: '! look', mend: '✗ mend' };

/** A check-up as a document. Nothing in it is a link. */
export function checkUpMarkdown({ lines, canRun }: CheckUp): string {
  const end = canRun
    ? 'A session can be run here.'
    : 'No session can be run here until what is marked ✗ is mended.';
  const items = lines.map((line) => {
    const { title, found, todo } = checkWords(line, VOICE);
    const steps = todo
      .map(partsOfStep)
      .map(({ text, command }) => markup`\n    - ${text}${command === '' ? '' : markup` ${code(command)}`}`);
    return markup`- ${MARKS[line.verdict]} **${title}**: ${found}${joined(steps, '')}`;
  });
  const parts: readonly Markdown[] = [markup`# This machine`, markup`${end}`, joined(items, '\n')];
  return `${joined(parts, '\n\n').text}\n`;
}
