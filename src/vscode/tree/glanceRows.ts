import type { StatusGlance, StatusGlanceRow } from '../../model/status/status.ts';
import { age, spokenAge } from '../state/age.ts';
import type { GlancedSession } from '../state/windowState.ts';
import { count, statusWord, type StatusWord } from '../state/words.ts';
import type { Row } from './row.ts';

/** Sessions in Restricted Mode: what their STATUS.md says, nothing that would need a process. */
export function glanceRows(folder: string, sessions: readonly GlancedSession[], now: number): readonly Row[] {
  return sessions.map(({ session, glance }) => {
    const { word, icon } = stateWord(glance);
    const title = glance?.title ?? session;
    const updated = glance?.updated ?? null;
    return {
      id: `glance:${folder}:${session}`,
      label: title,
      description: updated === null ? word : `${word} · ${age(updated, now)}`,
      spoken: `Session ${title}, ${word}, read from its STATUS.md${updated === null ? '' : `, updated ${spokenAge(updated, now)}`}`,
      icon,
      context: 'glance',
      open: glance === null ? 'none' : 'expanded',
      click: null,
      subject: { kind: 'glance', folder, session },
    };
  });
}

/** The phases of such a session. */
export function glancePhaseRows(
  folder: string,
  { session, glance }: GlancedSession,
  now: number,
): readonly Row[] {
  return (glance?.rows ?? []).map((row) => phaseRow(folder, session, row, now));
}

/** Who drives it cannot be known without looking for a process: a stored "running" is told as what it is. */
function stateWord(glance: StatusGlance | null): StatusWord {
  if (glance === null)
    return {
      word: 'STATUS.md is not readable',
      icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    };
  if (glance.state === 'running')
    return { word: 'not finished', icon: { id: 'circle-large-outline', color: null } };
  return statusWord(glance.state ?? '');
}

function phaseRow(folder: string, session: string, row: StatusGlanceRow, now: number): Row {
  const { word, icon } = statusWord(row.status);
  const attempt = row.attempt ?? 0;
  const facts = [
    row.artifacts === null || attempt === 0 ? '' : `${row.artifacts.present}/${row.artifacts.promised}`,
    attempt === 0 ? '' : `attempt ${attempt}`,
    row.updated === null ? '' : age(row.updated, now),
  ];
  return {
    id: `glance:${folder}:${session}:${row.phase}`,
    label: row.number === null ? row.phase : `${row.number} ${row.phase}`,
    description: facts.filter((fact) => fact !== '').join(' · '),
    spoken: [
      `Phase ${row.number ?? ''} ${row.phase}`.replaceAll('  ', ' '),
      word,
      ...(attempt === 0 ? [] : [`attempt ${attempt}`]),
      ...(row.artifacts === null
        ? []
        : [`${row.artifacts.present} of ${count(row.artifacts.promised, 'artifact')}`]),
      ...(row.updated === null ? [] : [spokenAge(row.updated, now)]),
    ].join(', '),
    icon,
    context: 'glancePhase',
    open: 'none',
    click: null,
    subject: { kind: 'glance', folder, session },
  };
}
