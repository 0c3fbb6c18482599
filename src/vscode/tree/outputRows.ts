import type { SessionId } from '../../model/names/ids.ts';
import type { AttemptOutput, PhaseView } from '../../session/results.ts';
import { row, type AttemptSubject, type Row } from './row.ts';

/** What each attempt of a phase left on this machine, the newest first. */
export function outputRows(
  repository: string,
  session: SessionId,
  phase: PhaseView,
  outputs: readonly AttemptOutput[],
): readonly Row[] {
  return outputs.flatMap(({ attempt, agent, errors }) => {
    const at = { kind: 'attempt', repository, session, phase: phase.id, attempt } as const;
    const newest = attempt === phase.attempt ? 'newest' : '';
    return [
      ...(agent ? [attemptRow({ ...at, of: 'agent' }, newest)] : []),
      ...(errors ? [attemptRow({ ...at, of: 'errors' }, 'standard error')] : []),
    ];
  });
}

function attemptRow(subject: AttemptSubject, description: string): Row {
  const { repository, session, phase, attempt, of } = subject;
  return row({
    id: `attempt${attempt}.${of}:${repository}:${session}:${phase}`,
    label: `Attempt ${attempt}`,
    description,
    spoken: `Output of attempt ${attempt}${description === '' ? '' : `, ${description}`}`,
    icon: { id: of === 'agent' ? 'output' : 'warning', color: null },
    context: 'attempt',
    click: 'cairn.showAttemptOutput',
    subject,
  });
}
