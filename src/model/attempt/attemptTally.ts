import type { PhaseId } from '../names/ids.ts';
import type { JournalLine } from './journal.ts';
import { joinChanges } from '../checkpoint/joinChanges.ts';
import type { PermissionRecord, PhaseRecord } from '../checkpoint/phaseRecord.ts';
import type { SteerNote } from '../agent/steerNote.ts';
import { readUsage, sumUsage, type Usage } from './usage.ts';

/**
 * Sums over all attempts of a phase, never reset: from the phase's published record, and the journal since.
 *
 * @param written the notes whose ids the journal may name
 */
export function tallyAttempts(
  before: Pick<PhaseRecord, Tallied>,
  lines: readonly JournalLine[],
  phase: PhaseId,
  written: readonly SteerNote[],
): Pick<PhaseRecord, Tallied> {
  const usages: Usage[] = [];
  const permissions: PermissionRecord[] = [...(before.permissions ?? [])];
  const worked = workedIn(linesOf(phase, lines));
  const workedMs =
    (before.workedMs ?? 0) + worked.filter(({ byHand }) => !byHand).reduce((sum, { ms }) => sum + ms, 0);
  for (const line of linesOf(phase, lines))
    if (line.type === 'permission-decided') permissions.push(line.permission);
  for (const { usage: used } of worked) if (used !== undefined) usages.push(used);
  const usage = sumUsage([readUsage(before.usage), ...usages].filter((one) => one !== null));
  const notes = notesTold(before.notes ?? [], lines, phase, written);
  return {
    ...editedBetween(before, linesOf(phase, lines)),
    ...(workedMs === 0 ? {} : { workedMs }),
    ...promptsAgain(before, linesOf(phase, lines)),
    ...(usage === null ? {} : { usage }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(permissions.length === 0 ? {} : { permissions: permissions.slice(-MOST_KEPT) }),
  };
}

interface WorkedAttempt {
  readonly ms: number;
  readonly usage?: Usage;
  /** To write down what a person is to do is no work of an agent. */
  readonly byHand: boolean;
}

/** What each attempt has used: as told at its end, or last before it was cut off. */
function workedIn(lines: readonly JournalLine[]): readonly WorkedAttempt[] {
  const worked: WorkedAttempt[] = [];
  let byHand = false;
  for (const line of lines) {
    if (line.type === 'attempt-begun') {
      byHand = line.agentKind === 'manual';
      worked.push({ ms: 0, byHand });
    }
    if (line.type !== 'agent-worked' && line.type !== 'agent-ended') continue;
    const { usage } = line;
    worked.splice(-1, 1, { ms: Math.round(line.ms), byHand, ...(usage === undefined ? {} : { usage }) });
  }
  return worked;
}

function editedBetween(
  { edited: before = [] }: Pick<PhaseRecord, 'edited'>,
  lines: readonly JournalLine[],
): Pick<PhaseRecord, 'edited'> {
  const since = lines.map((line) => (line.type === 'attempt-begun' ? (line.edited ?? []) : []));
  const edited = joinChanges([before, ...since]);
  return edited.length === 0 ? {} : { edited };
}

function promptsAgain(
  { promptedAgain: before = 0 }: Pick<PhaseRecord, 'promptedAgain'>,
  lines: readonly JournalLine[],
): { readonly promptedAgain?: number } {
  const since = lines.filter((line) => line.type === 'session-hint' && line.promptedAgain === true);
  return before + since.length === 0 ? {} : { promptedAgain: before + since.length };
}

/** The journal's lines about the attempts of one phase. */
function linesOf(phase: PhaseId, lines: readonly JournalLine[]): readonly JournalLine[] {
  let of: PhaseId | null = null;
  return lines.filter((line) => {
    if (line.type === 'attempt-begun') of = line.phase;
    return of === phase;
  });
}

type Tallied = 'edited' | 'workedMs' | 'promptedAgain' | 'usage' | 'permissions' | 'notes';

/** An agent may ask hundreds of times; keep only the last ones. */
const MOST_KEPT = 200;

type NoteRecord = NonNullable<PhaseRecord['notes']>[number];

/** Each once, at the attempt whose prompt held it first. */
function notesTold(
  before: readonly NoteRecord[],
  lines: readonly JournalLine[],
  phase: PhaseId,
  written: readonly SteerNote[],
): readonly NoteRecord[] {
  const told = [...before];
  for (const line of lines) {
    if (line.type !== 'note-taken' || line.phase !== phase) continue;
    const note = written.find(({ id }) => id === line.note);
    if (note !== undefined && !told.some(({ id }) => id === note.id))
      told.push({ ...note, attempt: line.attempt });
  }
  return told;
}
