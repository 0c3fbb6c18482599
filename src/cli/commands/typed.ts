import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { shortNames } from '../../model/names/sessionNames.ts';
import type { Looking } from '../../session/api/look.ts';
import type { SessionSummary, StatusView } from '../../session/results.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Typed } from './command.ts';
import { wantedBy } from './wantedBy.ts';

/** An option's text, or null if it was not given. */
export function textOf(typed: Typed, option: string): string | null {
  const value = typed.options[option];
  return typeof value === 'string' ? value : null;
}

/** Every text that a repeated option was given, in that order. */
export function textsOf(typed: Typed, option: string): readonly string[] {
  const value = typed.options[option];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** The text of `-m`, which must not be blank; `lack` is the error message if it is. */
export function messageOf(typed: Typed, lack: string): string {
  const text = textOf(typed, 'message');
  if (text === null || text.trim() === '') throw wrong('-m', lack);
  return text;
}

export function isSet(typed: Typed, option: string): boolean {
  return typed.options[option] === true;
}

export function wrong(what: string, why: string): CairnError<'usage/invalid'> {
  return new CairnError('usage/invalid', { what, why });
}

/** The session of a command, and whether it was typed: a sentence about one that was not names it. */
export interface MeantHere {
  readonly session: SessionId;
  readonly isNamed: boolean;
}

/**
 * The session and the second word, for `<session> <phase>` and the like. A single word is a session that is called so, or a phase of
 * the one that this command can be about.
 *
 * @param command decides which one that is
 */
export async function sessionAnd(
  api: Looking,
  command: string,
  typed: Typed,
): Promise<MeantHere & { readonly second: string | null }> {
  const [first = null, second] = typed.words;
  if (second !== undefined) return { session: await sessionOf(api, command, first), second, isNamed: true };
  const found = await api.find(first, wantedBy(command));
  const isNamed = first !== null && found.phase === null;
  return { session: found.session, second: found.phase, isNamed };
}

/**
 * The session and the checkpoint of `<session> <phase|seq>`, or of the checkpoint alone.
 *
 * @param what for the error when no checkpoint is named: `where to`
 * @param or what could be typed instead
 */
export async function sessionAndCheckpoint(
  api: Looking,
  typed: Typed,
  command: string,
  what: string,
  or = '',
): Promise<MeantHere & { readonly to: string }> {
  const [first, second] = typed.words;
  const say = (phase: string) => wrong(command, `say ${what}: ${phase} or the number of a checkpoint${or}`);
  if (first === undefined) throw say('a phase');
  // A lone number cannot be a session's id: those have three characters or more and are looked up first below.
  if (second === undefined && /^\d{1,2}$/.test(first))
    return { session: await sessionOf(api, command, null), to: first, isNamed: false };
  const found = await sessionAnd(api, command, typed);
  if (found.second === null) throw say(`a phase of ${await shownAs(api, found.session)}`);
  return { session: found.session, to: found.second, isNamed: found.isNamed };
}

/** The session that a word names, or the one that this command can be about. */
export async function sessionOf(
  api: Looking,
  command: string,
  word: string | null | undefined,
): Promise<SessionId> {
  return (await meantBy(api, command, word)).session;
}

/** The same, with what is known of the session if it was deleted. */
export async function meantBy(
  api: Looking,
  command: string,
  word: string | null | undefined,
): ReturnType<Looking['find']> {
  const found = await api.find(word ?? null, wantedBy(command));
  if (found.phase !== null) throw phaseInstead(word, await shownAs(api, found.session));
  return found;
}

/** The status of the session that a word names, or of the one that can be meant; all sessions where they were looked at for that. */
export async function statusMeant(
  api: Looking,
  word: string | undefined,
): Promise<{ readonly status: StatusView; readonly sessions: readonly SessionSummary[] | null }> {
  const { session, status, sessions } = await api.findStatus(word ?? null);
  if (status === null) throw phaseInstead(word, await shownAs(api, session));
  return { status, sessions };
}

const phaseInstead = (word: string | null | undefined, name: string): CairnError =>
  wrong('', `There is no session "${word ?? ''}": that is a phase of ${name}.`);

/** What `list` calls a session. */
const shownAs = async (api: Looking, session: SessionId): Promise<string> =>
  shortNames(await api.list()).get(session) ?? session;

/** The help for the word that `sessionOf` or `sessionAnd` reads. */
export const SESSION_WORD = {
  name: '[session]',
  is: 'its name or id, or how one begins (default: the one that this can be about)',
} as const;

/** Null when nobody is there to be asked. */
export async function saysYes(terminal: Terminal, question: string): Promise<boolean | null> {
  const typed = await terminal.ask(`${question} [y/N] `);
  return typed === null ? null : /^y(es)?$/i.test(typed.trim());
}
