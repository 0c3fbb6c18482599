import { listed } from '../../base/listed.ts';
import type { HandedItem } from '../ledger/foldLedgers.ts';
import { REQUEST_POINTER } from '../ledger/pointers.ts';
import type { Chosen } from './chooseItems.ts';
import { type CountTokens, fittingLength } from './fitTokens.ts';
import type { Layout } from './layout.ts';
import { SECTION_HEADINGS, type SectionHeading } from './packetHeadings.ts';
import type { PacketInput } from './packetInput.ts';
import { beginning, inertLine, inertText } from './safeText.ts';
import { moreLine, moreOfAll, shownItem } from './shownItem.ts';

/** It was let be, as it was red before: who goes on should not take it for their own. */
function redLine(red: readonly string[]): readonly string[] {
  const names = red.map((name) => beginning(inertLine(name), TITLE_CHARACTERS, ''));
  return red.length === 0 ? [] : [`- Checks that did not pass when they ran last: ${listed(names, 3)}`];
}

/** How many characters of the next phase's instructions a packet repeats: the agent gets all of them in its prompt. */
const ASKS_CHARACTERS = 300;
const TITLE_CHARACTERS = 100;

/** Renders the sections of a packet in a given layout, without empty ones. */
export function renderSections(
  input: PacketInput,
  chosen: Chosen,
  layout: Layout,
  count: CountTokens,
): string {
  const part = (of: number): number => Math.floor(input.budget * of);
  const hidden = new Set(chosen.givenUp.slice(0, layout.givenUp));
  const constraints = constraintsSection(input, chosen, hidden, part(layout.constraintsPart), count);
  const others = [...hidden].filter(({ section: of }) => of !== 'Constraints').length;
  const untold = layout.once ? others + (constraints === '' ? chosen.constraints.length : 0) : 0;
  const rest = SECTION_HEADINGS.slice(1).map((heading) => {
    const lines = linesOf(input, chosen.sections[heading], hidden, layout, heading);
    if (heading === 'Next') return section(heading, [...nextLines(input, layout), ...lines]);
    return section(heading, [
      ...lines,
      ...(heading === 'Artifacts' && untold > 0 ? [`- ${moreOfAll(untold)}`] : []),
    ]);
  });
  return [goalSection(input, part(layout.goalPart), count), constraints, ...rest]
    .filter((text) => text !== '')
    .join('\n');
}

const section = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `## ${heading}\n${lines.join('\n')}\n`;

/** The request, or its beginning and a pointer to it, in at most `limit` tokens. */
function goalSection({ request }: PacketInput, limit: number, count: CountTokens): string {
  const pointer = `\`${REQUEST_POINTER}\``;
  // Includes the empty line before the next section.
  const size = (text: string): number => count(`${text}\n`);
  // No token is longer than this, so anything beyond cannot fit.
  const reach = request.slice(0, Math.max(limit, 16) * 128);
  const text = inertText(reach);
  if (text === '') return '';
  const isWhole = reach.length === request.length;
  const whole = section('Goal', [text]);
  if (isWhole && text.length <= limit * 16 && size(whole) <= limit) return whole;
  const frame = size(section('Goal', [`… ${pointer}`]));
  for (let room = limit - frame; room > 8; room = Math.floor(room * 0.95) - 1) {
    const length = fittingLength(text, room, count);
    // One less than the text, so that `beginning` appends the pointer even if all of it fitted.
    const cut = section('Goal', [beginning(`${text} `, Math.min(length, text.length), pointer)]);
    if (size(cut) <= limit) return cut;
  }
  return section('Goal', [`… ${pointer}`]);
}

/** The constraints that are not hidden, or as many of those as stay, and the number of the rest, in at most `limit` tokens; below 0 nothing. */
function constraintsSection(
  input: PacketInput,
  { constraints, sections }: Chosen,
  hidden: ReadonlySet<HandedItem>,
  limit: number,
  count: CountTokens,
): string {
  if (limit < 0) return '';
  const shown = constraints.filter((item) => !hidden.has(item));
  const render = (kept: number): string => {
    const staying = new Set(shown.slice(0, kept));
    const lines = sections['Constraints'].flatMap((item) =>
      staying.has(item) ? [`- ${shownItem(item, input.budget)}`] : [],
    );
    const more = constraints.length - kept;
    return section('Constraints', [
      ...lines,
      ...(more > 0 ? [`- ${moreLine('Constraints', more, input.session)}`] : []),
    ]);
  };
  let fits = 0;
  let over = shown.length + 1;
  while (over - fits > 1) {
    const kept = Math.floor((fits + over) / 2);
    const text = render(kept);
    if (text.length <= limit * 128 && count(`${text}\n`) <= limit) fits = kept;
    else over = kept;
  }
  return render(fits);
}

/** The items of a section that stay, oldest first, and the number of those that do not. */
function linesOf(
  { budget, session }: PacketInput,
  items: readonly HandedItem[],
  hidden: ReadonlySet<HandedItem>,
  { bare, once }: Layout,
  heading: SectionHeading,
): readonly string[] {
  const shown = items.filter((item) => !hidden.has(item));
  const more = items.length - shown.length;
  return [
    ...shown.map((item) => `- ${shownItem(item, budget, bare)}`),
    ...(more > 0 && !once ? [`- ${moreLine(heading, more, session)}`] : []),
  ];
}

function nextLines({ next, phase, red = [] }: PacketInput, { nextBare }: Layout): readonly string[] {
  if (next === null) return [];
  if (nextBare) return [`- ${next.phase}`];
  const workflow = `\`workflow.yaml@${phase ?? 'opened'}\``;
  const asks = beginning(inertLine(next.asks.slice(0, 4096)), ASKS_CHARACTERS, workflow);
  const title = next.title === null ? '' : `: ${beginning(inertLine(next.title), TITLE_CHARACTERS, '')}`;
  return [`- ${next.phase}${title}${asks === '' ? '' : `\n  ${asks}`}`, ...redLine(red)];
}
