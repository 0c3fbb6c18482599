import { type Entry, entryKey } from './entry.ts';
import { ownEntries } from './ownEntries.ts';
import { GROWING_HEADINGS, type GrowingHeading, type SectionHeading } from './packetHeadings.ts';
import type { PacketInput } from './packetInput.ts';
import { readPrevious } from './readPrevious.ts';

/** Everything a packet would hold if there were room. */
export interface PacketDraft {
  readonly input: PacketInput;
  /** `Next`: the phase's advice about what comes now. */
  readonly sections: Readonly<Record<SectionHeading, DraftSection>>;
}

/** The items of a section, oldest first in both lists. */
interface DraftSection {
  /** What the previous packet held. */
  readonly inherited: readonly Entry[];
  /** What this phase adds. */
  readonly own: readonly Entry[];
}

/**
 * Merges what this phase says with the packet before it.
 *
 * Items add up, oldest first; one that repeats an older one is left out. An item `[x] <the question> …` closes an open question
 * of the same section: the question goes, and the item moves to Decisions as `Answered: …`.
 */
export function draftPacket(input: PacketInput): PacketDraft {
  const previous = input.previous === null ? {} : readPrevious(input.previous);
  const said = ownEntries(input);
  const asked = said['Open questions'];
  const answers = asked.filter(isAnswer).map(withoutTick);
  const own = {
    ...said,
    'Open questions': asked.filter((entry) => !isAnswer(entry)).map(withoutTick),
    Decisions: [
      ...said['Decisions'],
      ...answers.map((entry) => ({ ...entry, text: `Answered: ${entry.text}` })),
    ],
  };
  const sections = GROWING_HEADINGS.map((heading): readonly [GrowingHeading, DraftSection] => {
    const known = previous[heading] ?? [];
    const inherited =
      heading === 'Open questions' ? known.filter((entry) => !isAnswered(entry, answers)) : known;
    return [heading, { inherited, own: newOnes(own[heading], inherited) }];
  });
  return {
    input,
    sections: {
      ...(Object.fromEntries(sections) as Record<GrowingHeading, DraftSection>),
      Next: { inherited: [], own: own['Next'] },
    },
  };
}

const TICK = /^\[[ xX]\]\s+/;
const withoutTick = (entry: Entry): Entry => ({ ...entry, text: entry.text.replace(TICK, '') });
const isAnswer = (entry: Entry): boolean => /^\[[xX]\]\s/.test(entry.text);

function isAnswered(question: Entry, answers: readonly Entry[]): boolean {
  const asked = entryKey(question.text).replace(/\?$/, '');
  return asked !== '' && answers.some((answer) => entryKey(answer.text).startsWith(asked));
}

function newOnes(entries: readonly Entry[], known: readonly Entry[]): readonly Entry[] {
  const seen = new Set(known.map((entry) => entryKey(entry.text)));
  return entries.filter((entry) => {
    const key = entryKey(entry.text);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
