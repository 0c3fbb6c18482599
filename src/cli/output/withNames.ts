import type { SessionId } from '../../model/names/ids.ts';
import { sessionsMeant, type MayBeMeant } from '../../model/names/sessionMeant.ts';
import { calledBy, shortNames } from '../../model/names/sessionNames.ts';
import type { SessionSummary } from '../../session/results.ts';
import type { Context } from '../commands/command.ts';
import { wantedBy } from '../commands/wantedBy.ts';
import { plainLine } from '../terminal/plainText.ts';

/** How sessions are named in what a person reads and may type next. */
export interface Naming {
  /** As that of the context, but with what a session is called in the place of its id, or nothing where it is clear. */
  readonly command: Context['command'];
  /** Facts in which sessions are called as they are shown. */
  readonly short: <T>(facts: T) => T;
}

/**
 * The same context, with sessions named as a person names them; as it is for a program, and where they cannot be listed.
 *
 * @param known all sessions, where somebody has just looked
 */
export async function withNames<C extends Context>(
  context: C,
  known: readonly SessionSummary[] | null = null,
): Promise<C & Naming> {
  const asItIs: Naming = { command: context.command, short: (facts) => facts };
  if (context.json) return { ...context, ...asItIs };
  try {
    const sessions = known ?? (await (await context.api()).list());
    return { ...context, ...namingBy(context.command, sessions) };
  } catch {
    // What there is to say is said all the same.
    return { ...context, ...asItIs };
  }
}

/** What a session is called in a sentence. */
export const called = ({ short }: Pick<Naming, 'short'>, session: string): string =>
  plainLine(short({ session }).session);

/** How these sessions are named as they are now. */
export function namingBy(command: Context['command'], sessions: readonly SessionSummary[]): Naming {
  const names = shortNames(sessions);
  const isSession = (word: string): word is SessionId => names.has(word as SessionId);
  return {
    command(...words) {
      const [verb = ''] = words;
      // These two have a word of their own before it.
      const from = verb === 'effect' || verb === 'rescue' ? 2 : 1;
      const session = words[from];
      if (session === undefined || !isSession(session)) return command(...words);
      const [before, after] = [words.slice(0, from), words.slice(from + 1)];
      const isClear = isClearWithout(session, { before, after }, sessions);
      return command(...before, ...(isClear ? [] : [names.get(session) ?? session]), ...after);
    },
    short: (facts) => inShort(facts, names),
  };
}

interface Line {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Options that decide which session a command can be about. */
const DECIDES: ReadonlySet<string> = new Set(['--unfinished', '--workflow']);

/** True if a command means this session although it is not named. */
function isClearWithout(
  session: SessionId,
  { before, after }: Line,
  sessions: readonly MayBeMeant[],
): boolean {
  const { to = 'look', phase = false } = wantedBy(
    [...before, ...after.filter((word) => DECIDES.has(word))].join(' '),
  );
  if (to === 'name' || to === 'id') return false;
  const [next] = after.slice(0, 1).filter((word) => !word.startsWith('-'));
  if (next !== undefined && !isReadAlone(next, phase, sessions)) return false;
  const { are, among, toName } = sessionsMeant(sessions, to, phase ? (next ?? null) : null);
  return among.length === 1 && among[0] === session && toName !== true && are !== 'landed';
}

/** True if the word behind a session is no session itself where it stands alone. */
function isReadAlone(word: string, phase: boolean, sessions: readonly MayBeMeant[]): boolean {
  if (/^\d+$/.test(word)) return word.length < 3;
  return phase ? word !== 'opened' && calledBy(word, sessions).length === 0 : word.includes('@');
}

/** Where facts name a session. */
const KEYS: ReadonlySet<string> = new Set(['session', 'sessions', 'in']);

function inShort<T>(facts: T, names: ReadonlyMap<SessionId, string>, isNamed = false): T {
  if (typeof facts === 'string')
    return (isNamed ? (names.get(facts as string as SessionId) ?? facts) : facts) as T;
  if (Array.isArray(facts)) return facts.map((one: unknown) => inShort(one, names, isNamed)) as T;
  if (typeof facts !== 'object' || facts === null) return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, inShort<unknown>(value, names, KEYS.has(key))]),
  ) as T;
}
