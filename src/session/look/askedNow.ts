import type { JournalLine } from '../../model/journal.ts';
import type { PermissionRequest } from '../../model/permissionRequest.ts';
import type { SteerNote } from '../../model/steerNote.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { StatusView } from '../results.ts';

/** What the agent waits for now comes before all that the record says. */
export function permissionAsked([first]: readonly PermissionRequest[]): StatusView['question'] {
  if (first === undefined) return null;
  const where = first.paths.length === 0 ? '' : `\n${first.paths.join('\n')}`;
  return {
    text: `${first.agent} asks for a permission (${first.kind}): ${first.title}${where}`,
    options: ['allow', 'always', 'deny'],
    kind: 'permission',
  };
}

/** Notes that no prompt has held yet. */
export function untold(
  notes: readonly SteerNote[],
  { records }: SessionRecord,
  lines: readonly JournalLine[],
): StatusView['notes'] {
  const told = new Set([
    ...lines.flatMap((line) => (line.type === 'note-taken' ? [line.note] : [])),
    ...[...records.values()].flatMap((record) => (record.notes ?? []).map(({ id }) => id)),
  ]);
  return notes.filter(({ id }) => !told.has(id)).map(({ at, by, text }) => ({ at, by, text }));
}
