/** What is said of names that mean nothing here. */
import type { ErrorDetails } from '../base/cairnError.ts';
import { nearestWord } from '../model/text/nearestWord.ts';
import { shellWords } from '../base/shellWords.ts';
import { say, type Sentence } from './branchSentences.ts';

const MOST = 8;

/** Those that look most like what was written come first; of many, the rest is counted. */
export function sessionsHere(word: string, sessions: readonly string[]): string {
  const near = nearestWord(word, sessions) ?? sessions.find((id) => id.includes(word)) ?? null;
  const ordered = near === null ? sessions : [near, ...sessions.filter((id) => id !== near)];
  const more = ordered.length - MOST;
  return `Sessions here: ${ordered.slice(0, MOST).join(', ')}${more > 0 ? ` and ${more} more: cairn list` : ''}.`;
}

/** A word may have been meant as a session as well, then both are listed; a number names a checkpoint. */
export function sayUnknownPhase({ phase, known, among }: ErrorDetails['usage/unknown-phase']): Sentence {
  const phases = known.length > 0 ? known.join(', ') : null;
  if (among !== undefined)
    return say(
      `There is neither a session nor a phase "${phase}".`,
      `Phases of ${among.session}: ${phases ?? 'none'}. ${sessionsHere(phase, among.sessions)}`,
    );
  const what = /^\d+$/.test(phase) ? 'checkpoint' : 'phase';
  return say(`There is no ${what} "${phase}".`, phases === null ? null : `There are: ${phases}.`);
}

/** A name that means nothing is another matter than an agent that can be installed. */
export function sayNoAgent({
  agent,
  tried,
  known,
  install,
  auto,
}: ErrorDetails['machine/agent-not-found']): Sentence {
  const line = auto === undefined ? '' : ` The line "auto: ${agent}" in ${auto} names it.`;
  if (known !== undefined)
    return say(
      `No agent "${agent}" is known.${line}`,
      `Known are: ${known.join(', ')}. Who of them is here: cairn agents`,
    );
  const others = 'Who is here, and what installs the others: cairn agents';
  return say(
    `The agent "${agent}" is not on this machine; looked for ${tried.join(', ')}.${line}`,
    install === undefined ? others : `Install it: ${install}\n${others}`,
  );
}

export function saySeveralSessions({ words }: ErrorDetails['usage/several-sessions']): Sentence {
  const first = shellWords(['cairn', 'resume', words[0] ?? '']);
  return say(
    `One session is resumed at a time, and it goes on where it stopped; this names ${words.length}: ${words.join(', ')}.`,
    `Resume one after the other, beginning with: ${first}`,
  );
}

export function sayNewRequest({ session }: ErrorDetails['usage/new-request']): Sentence {
  const resume = shellWords(['cairn', 'resume', ...(session === null ? [] : [session]), '-m']);
  return say(
    'A session that is resumed keeps its request; a new one is another session.',
    `Begin that with \`cairn start\`. A note for the next prompt: ${resume} "…"`,
  );
}
