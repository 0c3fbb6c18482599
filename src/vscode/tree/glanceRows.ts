import { counted } from '../../base/listed.ts';
import { shownChecked } from '../../model/status/statusWords.ts';
import { behindDone } from '../../model/text/doneWords.ts';
import type { StatusGlance, StatusGlanceRow } from '../../model/status/status.ts';
import { age, spokenAge } from '../state/age.ts';
import { turnAndMade, turnOf } from '../state/phaseFacts.ts';
import type { GlancedSession } from '../state/windowState.ts';
import { statusWord, type StatusWord } from '../state/words.ts';
import { row, type Row } from './row.ts';

/** Sessions in Restricted Mode, read from STATUS.md without starting a process. */
export function glanceRows(folder: string, sessions: readonly GlancedSession[], now: number): readonly Row[] {
  return sessions.map(({ session, glance }) => {
    const { word, icon } = stateWord(glance);
    const title = glance?.title ?? session;
    const updated = glance?.updated ?? null;
    return row({
      id: `glance:${folder}//${session}`,
      label: title,
      description: updated === null ? word : `${word} · ${age(updated, now)}`,
      spoken: `Session ${title}, ${word}, read from its STATUS.md${updated === null ? '' : `, updated ${spokenAge(updated, now)}`}`,
      icon,
      context: 'glance',
      open: glance === null ? 'none' : 'expanded',
      subject: { kind: 'glance', folder, session },
    });
  });
}

/** The phases of such a session. */
export function glancePhaseRows(
  folder: string,
  { session, glance }: GlancedSession,
  now: number,
): readonly Row[] {
  return (glance?.rows ?? []).map((of) => phaseRow(folder, session, of, now));
}

/** Only a look at processes could tell who drives it, so a stored "running" just means unfinished. */
function stateWord(glance: StatusGlance | null): StatusWord {
  if (glance === null)
    return {
      word: 'STATUS.md is not readable',
      icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
    };
  if (glance.state === 'running')
    return { word: 'not finished', icon: { id: 'circle-large-outline', color: null } };
  return statusWord(glance.state ?? '', shownChecked(glance.state, glance.checked));
}

function phaseRow(folder: string, session: string, of: StatusGlanceRow, now: number): Row {
  const checked = shownChecked(of.status, of.checked);
  const { word, icon } = statusWord(of.status, checked);
  const turn = turnOf(of);
  const { artifacts, updated } = of;
  const skipped = of.status === 'skipped';
  const hasMade = artifacts !== null && turn.length > 0 && !skipped && of.status !== 'pending';
  const made = hasMade ? [`${artifacts.present}/${artifacts.promised}`] : [];
  const facts = [
    ...(skipped ? [word] : []),
    ...(checked === null ? [] : [behindDone(checked)]),
    ...turnAndMade(of, made),
    ...(updated === null ? [] : [age(updated, now)]),
  ];
  return row({
    // No name of a folder has a slash, and a phase may be called anything.
    id: `glance:${folder}//${session}//${of.phase}`,
    label: of.number === null ? of.phase : `${of.number} ${of.phase}`,
    description: facts.join(' · '),
    spoken: [
      `Phase ${of.number ?? ''} ${of.phase}`.replaceAll('  ', ' '),
      word,
      ...turn,
      ...(hasMade ? [`${artifacts.present} of ${counted(artifacts.promised, 'artifact')}`] : []),
      ...(updated === null ? [] : [spokenAge(updated, now)]),
    ].join(', '),
    icon,
    context: 'glancePhase',
    subject: { kind: 'glance', folder, session },
  });
}
