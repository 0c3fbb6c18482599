import type { ErrorDetails } from '../base/cairnError.ts';
import { say, type Sentence } from './branchSentences.ts';

type Untrusted = ErrorDetails['data/untrusted-commands'];

const MOST_NAMES = 5;

/** Said before anybody resumes. */
export const NOT_TRUSTED_HERE =
  'Its commands are not trusted in this clone: a resume shows them and asks before it runs any';

/** What nobody has trusted here yet, for whoever decides about it. */
export function sayUntrustedCommands(details: Untrusted): Sentence {
  const { session, warnings } = details;
  const also = warnings.length === 0 ? '' : ' (that answers for its history, too)';
  return say(
    [
      `The commands of session ${session} are not trusted in this clone. It would run:`,
      ...commandLines(details.commands),
      ...aboutTrust(details),
      ...warnings.map((warning) => `Its history: ${warning}.`),
    ].join('\n'),
    `Look at them. Then trust them and go on: cairn resume ${session} --trust${also}\nOr trust them without going on: cairn trust ${session}`,
  );
}

/** Phase by phase, indented. */
export function commandLines(commands: Untrusted['commands']): readonly string[] {
  const lines: string[] = [];
  let above: string | null | undefined;
  for (const { phase, does, what } of commands) {
    if (phase !== above) lines.push(`  ${phase ?? 'when its worktree is made'}`);
    above = phase;
    lines.push(`    ${does.padEnd(6)}  ${what}`);
  }
  return lines;
}

/** Who made it, as far as anybody can say, and what a yes means. */
export function aboutTrust({ by, heldBy, partlyBy }: Untrusted): readonly string[] {
  const more = by.length - MOST_NAMES;
  const names = by.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const remote =
    heldBy.length > 0
      ? `It is on ${heldBy.join(', ')}.`
      : `No remote-tracking branch has it${partlyBy.length === 0 ? '' : ` (${partlyBy.join(', ')} has another checkpoint of it)`}.`;
  return [
    `Its commits name ${names === '' ? 'nobody but Cairn itself' : names}. That is not verified: anybody can write any name. ${remote}`,
    "Commands run the branch's own files: one that you trust, such as `npm test`, may do something new with every commit of it.",
  ];
}
