import type { SessionId } from '../../model/names/ids.ts';
import { checkSessionId } from '../../model/names/sessionId.ts';
import { shownLine } from '../../model/text/oneLine.ts';

/** What one attempt of a phase left on this machine. */
export interface LogAddress {
  /** The repository, by the root that this window knows it by. */
  readonly repository: string;
  readonly session: SessionId;
  readonly phase: string;
  readonly attempt: number;
  readonly of: 'agent' | 'errors';
  /** What the tab says of the phase: `2 Decide what to change`. */
  readonly name: string;
}

const LONGEST_NAME = 80;
/** No dots that lead elsewhere, no slashes. */
const PHASE = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** The path of the address: its last part is the title of the tab, the one before tells sessions apart. */
export function logPath({ session, name, attempt, of }: LogAddress): string {
  // A slash would begin another folder.
  const phase = shownLine(name, LONGEST_NAME).replaceAll(/[\\/]/g, ' ');
  return `/${session}/${phase}, attempt ${attempt}${of === 'errors' ? ', standard error' : ''}.log`;
}

export const logQuery = (address: LogAddress): string => JSON.stringify(address);

/** The address that a query means; null when it is none of ours. Whether there is such a thing, the engine says. */
export function parseLogAddress(query: string): LogAddress | null {
  const { repository, session, phase, attempt, of, name } = readQuery(query);
  const id = typeof session === 'string' ? checkSessionId(session) : null;
  if (id?.ok !== true || typeof repository !== 'string' || typeof name !== 'string') return null;
  if (typeof phase !== 'string' || !PHASE.test(phase) || !isAttempt(attempt)) return null;
  return of === 'agent' || of === 'errors'
    ? { repository, session: id.value, phase, attempt, of, name }
    : null;
}

const isAttempt = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;

function readQuery(query: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(query);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // Somebody else's query, or one that was cut.
  }
}
