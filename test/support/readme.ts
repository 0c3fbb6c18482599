import { readFileSync } from 'node:fs';

export const README = readFileSync('README.md', 'utf8');

/** Below a heading, up to the next one of its kind. */
export function below(heading: string): string {
  const [, text = ''] = README.split(`## ${heading}\n`);
  return text.split(/^## /m)[0] ?? '';
}

/** The lines of the blocks of a text that are typed, in order, as they are typed: their comments left out. */
export const linesToType = (text: string): readonly string[] =>
  [...text.matchAll(/^```(?<language>\w*)\n(?<block>.*?)^```/gms)]
    .flatMap(({ groups }) => (groups?.['language'] === '' ? (groups['block'] ?? '').split('\n') : []))
    .map((line) => line.replace(/ +#.*$/, ''))
    .filter((line) => line !== '');

/** What is typed in the middle of a sentence. */
export const wordsToType = (text: string): readonly string[] =>
  [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`(?<code>(?:cairn|npm|git|code) [^`\n]+)`/g)].map(
    ({ groups }) => groups?.['code'] ?? '',
  );
