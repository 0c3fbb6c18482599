import type { JournalLine } from '../attempt/journal.ts';
import { cutMiddle, onOneLine, wordsOfAct } from './permissionAct.ts';
import type { PermissionRecord } from '../checkpoint/phaseRecord.ts';
import { NOBODY } from './rejected.ts';

export type Denial = Pick<PermissionRecord, 'title' | 'command' | 'by'>;

/** What the latest attempt was not allowed to do, oldest first. */
export function denialsOf(lines: readonly JournalLine[]): readonly Denial[] {
  const begun = lines.findLastIndex((line) => line.type === 'attempt-begun');
  return lines
    .slice(begun + 1)
    .flatMap((line) => (line.type === 'permission-decided' ? [line.permission] : []))
    .filter(({ decision }) => decision === 'denied');
}

const MOST_TITLES = 3;
const LONGEST_TITLE = 100;

/** One reason per denier: what was denied, and what a person can do about it. */
export function whyDenied(denials: readonly Denial[]): readonly string[] {
  const deniers = [...new Set(denials.map(({ by }) => by))];
  return deniers.map((by) => {
    const titles = denials.filter((denial) => denial.by === by).map(quotedAct);
    const different = [...new Set(titles)];
    const more = different.length - MOST_TITLES;
    const what = different.slice(0, MOST_TITLES).join(', ') + (more > 0 ? ` and ${more} more` : '');
    const were = titles.length === 1 ? '1 permission was' : `${titles.length} permissions were`;
    if (by === NOBODY) return `${were} denied, as nobody was there to be asked: ${what}`;
    const whose = by === OWN_RULES ? 'rules of its own' : by;
    return `${were} denied (by ${whose}): ${what}; ${hintFor(by)}`;
  });
}

/** The `by` of a denial by the agent's own rules, without asking anybody. */
export const OWN_RULES = 'agent';

const POLICY = 'the `permissions` of the agent in its settings can allow it, or have a person asked';
const HEADLESS =
  'as it was started it asks nobody: its own settings can allow it, and over the protocol a person is asked';
/** What a person can do about it, by who denied it. */
const hintFor = (by: string): string => (by === 'policy' ? POLICY : by === OWN_RULES ? HEADLESS : TELL);
const TELL = 'a note with the resume (-m) can say how to do without it';

/** What an agent wants to do, in one safe line. */
export const quotedAct = (asked: Pick<PermissionRecord, 'title' | 'command'>): string =>
  `\`${wordsOfAct(asked, LONGEST_TITLE).act}\``;

/** How often an agent is prompted again because its turn ended over a denial, over all attempts of a phase. */
export const MOST_PROMPTS_AGAIN = 5;

/** The prompt for that agent, in the same session. */
export function promptAfterDenials(denied: readonly string[]): string {
  return [
    'This was not permitted, and your turn ended over it:',
    '',
    ...denied.map((what) => `    ${cutMiddle(onOneLine(what), LONGEST_DENIED)}`),
    '',
    'Nobody will permit it now: do not ask for it again, and do not do the same in another way. Go on without it and finish what you were asked for at first. What cannot be done without it, say at the end.',
  ].join('\n');
}

const LONGEST_DENIED = 1_000;
