import type { UnseenCommands, UntrustedCommands } from '../base/untrustedCommands.ts';
import { listed } from '../base/listed.ts';

/** A warning to give before anybody resumes. */
export const NOT_TRUSTED_HERE =
  'Its commands are not trusted in this clone: a resume shows them and asks before it runs any';

/** The commands that nobody has trusted here yet, for the person who decides. */
export const trustMessage = (details: UntrustedCommands): string =>
  [
    `The commands of session ${details.session} are not trusted in this clone. It would run:`,
    ...commandLines(details.commands),
    ...aboutTrust(details),
    ...details.warnings.map((warning) => `Its history: ${warning}.`),
  ].join('\n');

/** What a start would run although nobody named it, for the person who decides. */
export const unseenMessage = (details: UnseenCommands): string =>
  [`${whyUnseen(details)}:`, ...commandLines(details.commands), 'Nothing was made or run yet.'].join('\n');

/** Why it was refused, for the middle of a text that names the commands next. */
export function whyUnseen({ because, file, base }: UnseenCommands): string {
  switch (because) {
    case 'config':
      return `.cairn/config.yaml names the workflow of this repository, ${file}. This clone has never run what it runs`;
    case 'own':
      return `This repository has a workflow of its own in the place of the one that comes with Cairn, ${file}. This clone has never run what it runs`;
    case 'base':
      return `${base ?? 'The base'} is not part of what is checked out here. A session from there runs what the files there tell`;
  }
}

/** Phase by phase, indented. */
export function commandLines(commands: UntrustedCommands['commands']): readonly string[] {
  const lines: string[] = [];
  let above: string | null | undefined;
  for (const { phase, does, what } of commands) {
    if (phase !== above) lines.push(`  ${phase ?? 'when its worktree is made'}`);
    above = phase;
    lines.push(`    ${does.padEnd(6)}  ${what}`);
  }
  return lines;
}

/** Who made the session, as far as is known, and what a yes means. */
export function aboutTrust({ by, heldBy, partlyBy }: UntrustedCommands): readonly string[] {
  // A name could read as a sentence of ours.
  const names = listed(by.map((name) => JSON.stringify(name)));
  const remote =
    heldBy.length > 0
      ? `It is on ${heldBy.join(', ')}.`
      : `No remote-tracking branch has it${partlyBy.length === 0 ? '' : ` (${partlyBy.join(', ')} has another checkpoint of it)`}.`;
  return [
    `Its commits name ${names === '' ? 'nobody but Cairn itself' : names}. That is not verified: anybody can write any name. ${remote}`,
    "Commands run the branch's own files: one that you trust, such as `npm test`, may do something new with every commit of it.",
  ];
}
