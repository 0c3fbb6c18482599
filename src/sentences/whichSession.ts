import type { WhichSession } from '../base/whichSession.ts';
import { shownChecked } from '../model/status/statusWords.ts';
import { doneWords } from '../model/text/doneWords.ts';
import { shownLine } from '../model/text/oneLine.ts';
import { lines } from './errorWords.ts';

const LONGEST_TITLE = 60;

type Candidate = NonNullable<WhichSession['candidates']>[number];

const LED: Readonly<Record<NonNullable<WhichSession['are']>, (many: number, word: string) => string>> = {
  waiting: (many) => `${many} sessions wait for you`,
  blocked: (many) => `${many} sessions are blocked`,
  unfinished: (many) => `${many} sessions are unfinished`,
  running: (many) => `${many} sessions are at work`,
  done: (many) => `${many} sessions are done`,
  landed: (many) => `${many} sessions are done, and were landed here already as they are`,
  over: (many) => `Nothing is under way, and ${many === 1 ? 'a session is' : `${many} sessions are`} over`,
  fetched: (many) =>
    `${many === 1 ? 'There is one session, which is' : `There are ${many} sessions, which are`} on a remote only`,
  known: (many) => `There are ${many} sessions`,
  called: (many, word) => `"${word}" can mean ${many} sessions`,
  phase: (many, word) => `"${word}" is a phase of ${many === 1 ? 'a session' : `${many} sessions`}`,
  'called-or-phase': (_, word) => `"${word}" is what a session is called, and a phase`,
};

/** Which sessions can be meant, a line each with what tells them apart. */
export function whichMessage({ sessions, unfinished, are, word = '', candidates }: WhichSession): string {
  const led = LED[are ?? (unfinished ? 'unfinished' : 'known')](sessions.length, word);
  if (candidates === undefined) return `${led}; say which:${lines(sessions)}`;
  const names = candidates.map((one) => nameToType(one, word));
  const column = Math.max(...names.map(({ length }) => length));
  const rows = candidates.map(
    (one, at) =>
      `${(names[at] ?? '').padEnd(column)}   ${stateOf(one)} · ${one.updated} · ${shownLine(one.title, LONGEST_TITLE)}`,
  );
  return `${led}; ${candidates.length === 1 ? 'name it' : 'say which'}:${lines(rows)}`;
}

const stateOf = ({ state, checked = null }: Candidate): string =>
  state === 'done' ? doneWords(shownChecked(state, checked)) : state;

/** How to name it so that it is not asked about again: where its name was typed already, by its id, or by its branch. */
export function nameToType({ name, session }: Pick<Candidate, 'name' | 'session'>, word: string): string {
  if (name !== word) return name;
  return session === word ? `cairn/${session}` : session;
}
