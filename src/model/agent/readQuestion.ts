import { cutTo, plainLines } from '../text/oneLine.ts';

/** Longest question that a person reads in a window or terminal. Characters. */
const LONGEST = 4_000;
const MOST_OPTIONS = 9;

/** Reads an agent's QUESTION.md: the text, and the answers that it offers as `- [ ] answer`. Null if nothing is asked. */
export function readQuestion(
  text: string,
): { readonly question: string; readonly options?: readonly string[] } | null {
  const lines = plainLines(cutTo(text, LONGEST * 4)).split('\n');
  const options = lines.flatMap((line) => OPTION.exec(line)?.[1] ?? []).slice(0, MOST_OPTIONS);
  const question = plainLines(lines.filter((line) => !OPTION.test(line)).join('\n'));
  if (question === '' && options.length === 0) return null;
  const asked = cutTo(question === '' ? 'Which one?' : question, LONGEST);
  return options.length === 0 ? { question: asked } : { question: asked, options };
}

const OPTION = /^\s*[-*]\s+\[ \]\s+(\S.*)$/;
