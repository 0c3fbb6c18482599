import {
  earlierElsewhere,
  type Entry,
  moreElsewhere,
  OPENED,
  pointerTo,
  quoted,
  renderEntry,
} from './entry.ts';
import { type CountTokens, fittingLength } from './fitTokens.ts';
import { everythingOf } from './ownEntries.ts';
import type { PacketDraft } from './packetDraft.ts';
import { GROWING_HEADINGS, type SectionHeading } from './packetHeadings.ts';
import type { PacketInput } from './packetInput.ts';
import { BEFORE } from './readPrevious.ts';
import { beginning, inertText, inertLine } from './safeText.ts';
import type { Layout } from './shortening.ts';

/** How many characters of the next phase's instructions a packet repeats: the agent gets all of them in its prompt. */
const ASKS_CHARACTERS = 300;
const TITLE_CHARACTERS = 100;

/** Renders the sections of a packet in a given layout, without empty ones. */
export function renderSections(draft: PacketDraft, layout: Layout, count: CountTokens): string {
  const { input } = draft;
  const part = (of: number): number => Math.floor(input.budget * of);
  const sections = [
    goalSection(input, part(layout.goalPart), count),
    constraintsSection(draft, part(layout.constraintsPart), count),
    ...GROWING_HEADINGS.slice(1).map((heading) => section(heading, linesOf(draft, layout, heading))),
    section('Next', nextLines(draft, layout)),
  ];
  return sections.filter((text) => text !== '').join('\n');
}

const section = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `## ${heading}\n${lines.join('\n')}\n`;

/** The request, or its beginning and a pointer to it, in at most `limit` tokens. */
function goalSection(input: PacketInput, limit: number, count: CountTokens): string {
  const pointer = quoted([input.requestPointer]);
  // Includes the empty line before the next section.
  const size = (text: string): number => count(`${text}\n`);
  // No token is longer than this, so anything beyond cannot fit.
  const reach = input.request.slice(0, Math.max(limit, 16) * 128);
  const text = inertText(reach);
  if (text === '') return '';
  const isWhole = reach.length === input.request.length;
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

/** All constraints, or the first ones and a pointer to the rest, in at most `limit` tokens. */
function constraintsSection(draft: PacketDraft, limit: number, count: CountTokens): string {
  // The last layout's pointers below Artifacts cover the constraints, too.
  if (limit < 0) return '';
  const { inherited, own } = draft.sections['Constraints'];
  const all = [...inherited, ...own];
  const size = (text: string): number => count(`${text}\n`);
  const render = (kept: number): string => {
    const rest = all.slice(kept);
    const tail = rest.length === 0 ? [] : [moreElsewhere(rest, null, restPointers(kept))];
    return section('Constraints', [...all.slice(0, kept), ...tail].map(renderEntry));
  };
  const restPointers = (kept: number): readonly string[] => {
    const before = kept < inherited.length ? [draft.input.packetPointer ?? draft.input.requestPointer] : [];
    const sources = sourcesOf(draft.input, own.slice(Math.max(0, kept - inherited.length)));
    // Without any room the first pointer is enough: the last layout points to everything of this phase below Artifacts.
    return limit > 0 ? [...before, ...sources] : [...before, ...sources].slice(0, 1);
  };
  let fits = 0;
  let over = all.length + 1;
  while (over - fits > 1) {
    const kept = Math.floor((fits + over) / 2);
    const text = render(kept);
    if (text.length <= limit * 128 && size(text) <= limit) fits = kept;
    else over = kept;
  }
  return render(fits);
}

/** The lines of a section: folded and shown items of earlier phases, this phase's own, its folded ones. */
function linesOf(
  { input, sections }: PacketDraft,
  layout: Layout,
  heading: SectionHeading,
): readonly string[] {
  const { inherited, own } = sections[heading];
  const folded = layout.folded[heading];
  const kept = layout.kept[heading];
  const rest = own.slice(kept);
  const entries: Entry[] = [];
  if (folded > 0 && !layout.earlierOnce)
    entries.push(earlierElsewhere(inherited.slice(0, folded), input.packetPointer ?? input.requestPointer));
  entries.push(...inherited.slice(folded), ...withoutExtracts(own, kept, layout.bare));
  if (rest.length > 0 && !layout.ownOnce)
    entries.push(moreElsewhere(rest, input.folder ?? OPENED, sourcesOf(input, rest)));
  const lines = entries.map(renderEntry);
  return heading === 'Artifacts' ? [...once(input, layout), ...lines] : lines;
}

/** The one pointer to the previous packet, and the one for all of this phase. */
function once(input: PacketInput, layout: Layout): readonly string[] {
  const before = input.packetPointer === null ? [] : [`- ${BEFORE}${quoted([input.packetPointer])}`];
  const own = layout.ownOnce ? [`- ${quoted(everythingOf(input))}: all of this phase`] : [];
  return [...before, ...own];
}

/** The entries that are kept, the last `bare` of them in their short form, which only artifacts have. */
function withoutExtracts(own: readonly Entry[], kept: number, bare: number): readonly Entry[] {
  return own
    .slice(0, kept)
    .map((entry, at) => (at < kept - bare ? entry : { ...entry, text: entry.short ?? entry.text }));
}

function nextLines(draft: PacketDraft, layout: Layout): readonly string[] {
  const { next, phase } = draft.input;
  const advice = linesOf(draft, layout, 'Next');
  if (next === null) return advice;
  if (layout.nextBare) return [`- ${next.phase}`, ...advice];
  const workflow = pointerTo(OPENED, 'workflow.yaml').replace(/opened$/, phase ?? OPENED);
  const asks = beginning(inertLine(next.asks.slice(0, 4096)), ASKS_CHARACTERS, quoted([workflow]));
  const title = next.title === null ? '' : `: ${beginning(inertLine(next.title), TITLE_CHARACTERS, '')}`;
  return [`- ${next.phase}${title}${asks === '' ? '' : `\n  ${asks}`}`, ...advice];
}

/** Where this phase's entries are in full; if that is too many places, the phase's record, which names them. */
function sourcesOf(input: PacketInput, entries: readonly Entry[]): readonly string[] {
  const sources = [...new Set(entries.flatMap((entry) => entry.sources))];
  return sources.length <= 3 ? sources : everythingOf(input);
}
