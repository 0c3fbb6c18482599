import { oneLine } from '../../model/text/oneLine.ts';
import { iconless } from '../state/plainText.ts';

/** Markdown of ours, in which all other text is only text. */
class Markdown {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export type { Markdown };

/** Markdown from a template. Its values are text, in which nothing is a link, an image, HTML or an icon, or Markdown. */
export const markup = (
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Markdown)[]
): Markdown =>
  new Markdown(
    String.raw(
      { raw: parts },
      ...values.map((value) => (value instanceof Markdown ? value.text : plain(String(value)))),
    ),
  );

/** A text as code, in which nothing is markup either. */
export function code(text: string): Markdown {
  const line = lineOf(text);
  const fence = '`'.repeat(1 + Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)));
  // Without spaces a backtick at an end would be part of the fence. Markdown takes one off at each end.
  return new Markdown(`${fence} ${line} ${fence}`);
}

/** An icon, by the id of its codicon. */
export const icon = (id: string): Markdown => new Markdown(`$(${id})`);

/** Markdown of several, with a separator of ours. */
export const joined = (all: readonly Markdown[], separator: string): Markdown =>
  new Markdown(all.map(({ text }) => text).join(separator));

/** A line of a table, where a bar would end a cell, in code, too. */
export function tableRow(cells: readonly (string | Markdown)[]): Markdown {
  const texts = cells.map((cell) =>
    markup`${cell}`.text.replaceAll(/\\.|\|/g, (one) => (one === '|' ? '\\|' : one)),
  );
  return new Markdown(`| ${texts.join(' | ')} |`);
}

const plain = (text: string): string => lineOf(text).replaceAll(/[\\`*_{}[\]()#+\-.!<>|$~&:]/g, '\\$&');

/** Any space ends a paragraph, or what is code in it, where two of some kind follow each other. */
const lineOf = (text: string): string => iconless(oneLine(text)).replaceAll(/\s+/g, ' ');
