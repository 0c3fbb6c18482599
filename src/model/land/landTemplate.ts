import type { Problem } from '../../base/cairnError.ts';
import { lookUp } from '../../base/lookUp.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { plainText } from '../packet/safeText.ts';
import { nearestWord } from '../text/nearestWord.ts';
import { plainLines } from '../text/oneLine.ts';
import type { Piece } from './neutralised.ts';

/** What a template may hold in braces, each once. */
export const PLACEHOLDERS = [
  'title',
  'request',
  'summary',
  'decisions',
  'plan',
  'checks',
  'approvals',
  'session',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** The message of a landing where the repository has no template of its own. */
export const LAND_TEMPLATE = `{title}

{request}

What was done:
{summary}

Decisions:
{decisions}

Phases:
{plan}

Checks:
{checks}

Approvals:
{approvals}

{session}
`;

/** A longer file is no template. Bytes. */
export const MOST_TEMPLATE_BYTES = 16_384;

const NAMED = /\{ *([A-Za-z][\w-]*) *\}/g;

/** Reads a template: its text without what nobody sees, or what is wrong with it, each with its line. */
export function parseLandTemplate(file: string, written: string): Result<string, readonly Problem[]> {
  const text = plainLines(plainText(written));
  if (text === '') return err([{ file, line: 1, column: 1, message: 'says nothing' }]);
  const seen = new Set<string>();
  const problems: Problem[] = [];
  // Of what is written: its lines are those that a person sees.
  for (const { 1: name = '', index } of written.matchAll(NAMED)) {
    const message = whyNot(name, seen);
    seen.add(name);
    if (message === null) continue;
    const before = written.slice(0, index).split('\n');
    problems.push({ file, line: before.length, column: (before.at(-1) ?? '').length + 1, message });
  }
  return problems.length === 0 ? ok(text) : err(problems);
}

function whyNot(name: string, seen: ReadonlySet<string>): string | null {
  if (!PLACEHOLDERS.some((known) => known === name)) {
    const near = nearestWord(name, PLACEHOLDERS);
    const meant = near === null ? `there are ${PLACEHOLDERS.join(', ')}` : `did you mean {${near}}?`;
    return `there is no {${name}}; ${meant}`;
  }
  return seen.has(name) ? `{${name}} is there twice` : null;
}

/**
 * The pieces of the template with its values, each put in once: what comes in the place of one is not looked at again. A line whose values are
 * all empty goes, and a paragraph of which that is so goes with what else it says, such as its heading.
 */
export function fillLandTemplate(
  template: string,
  values: Readonly<Record<Placeholder, readonly Piece[]>>,
): readonly Piece[] {
  const valueOf = (name: string): readonly Piece[] => lookUp(values, name) ?? [];
  const isEmpty = (text: string): boolean => {
    const names = [...text.matchAll(NAMED)].map(([, name = '']) => name);
    return names.length > 0 && names.every((name) => valueOf(name).every((piece) => piece.text === ''));
  };
  const text = template
    .split('\n\n')
    .filter((paragraph) => !isEmpty(paragraph))
    .map((paragraph) =>
      paragraph
        .split('\n')
        .filter((line) => !isEmpty(line))
        .join('\n'),
    )
    .join('\n\n');
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: named, 1: name = '', index } of text.matchAll(NAMED)) {
    pieces.push({ text: text.slice(from, index), stays: true }, ...valueOf(name));
    from = index + named.length;
  }
  return [...pieces, { text: text.slice(from), stays: true }];
}
