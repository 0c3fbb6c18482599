import * as vscode from 'vscode';
import type { PhaseView } from '../../session/results.ts';
import { attemptLogUri } from '../review/attemptLogs.ts';
import { phaseName } from '../state/words.ts';
import {
  NO_SESSION,
  choosePhase,
  chooseSession,
  onSession,
  phaseOf,
  statusOf,
  type Chosen,
} from './chooseSession.ts';
import type { Desk, Handlers, Target } from './desk.ts';
import { opens } from '../review/openReview.ts';
import { showInfo } from '../window/messages.ts';

/** Commands that show what agents and checks said, and what they worked on. */
export const outputCommands = (desk: Desk) =>
  ({
    'cairn.showOutput': onSession(desk, 'verify', NO_SESSION, async (one, target) => {
      const status = await statusOf(one);
      const here = phaseOf(target) === null ? current(one, status.next, status.phases) : target;
      const phase = await choosePhase(status, one.node, here, 'output', {
        placeHolder: 'The output of which phase?',
        none: 'No phase has begun yet, so there is no output.',
      });
      if (phase === null) return;
      // When setting up the worktree failed, there is no attempt; show the setup's output.
      if (phase.blockedBy === 'setup') await openOutput(phase.output, NO_OUTPUT);
      else await openAttempt(one, phase, phase.attempt, 'agent');
    }),
    'cairn.showAttemptOutput': async (target) => {
      if (target?.subject.kind !== 'attempt') return;
      const { phase: id, attempt, of } = target.subject;
      const one = await chooseSession(desk, target, 'verify', NO_SESSION);
      const phase = one === null ? undefined : (await statusOf(one)).phases.find((each) => each.id === id);
      if (one !== null && phase !== undefined) await openAttempt(one, phase, attempt, of);
    },
    'cairn.showCheckOutput': async (target) => {
      if (target?.subject.kind !== 'check') return;
      const { repository, session, phase, n } = target.subject;
      const file = await desk.store.repository(repository).api.checkOutput(session, phase, n);
      await openOutput(file, 'There is no output of this check on this machine.');
    },
    'cairn.openToolCall': async (target) => {
      if (target?.subject.kind !== 'call' || target.subject.path === null) return;
      const { repository, session, path } = target.subject;
      // An agent may name any path; open only files of the working tree.
      const file = await desk.store.repository(repository).api.workFile(session, path);
      await openOutput(file, `There is no file ${path} in the working tree of the session.`);
    },
  }) satisfies Partial<Handlers>;

const NO_OUTPUT = 'There is no output of this phase on this machine.';

/** Opens an attempt's output, read-only; it grows while the agent works. */
async function openAttempt(
  { repository, key }: Chosen,
  { id: phase, number, title }: PhaseView,
  attempt: number,
  of: 'agent' | 'errors',
): Promise<void> {
  const name = `${number} ${phaseName({ id: phase, title })}`;
  const uri = attemptLogUri({ repository: repository.root, session: key.session, phase, attempt, of, name });
  if (!(await opens(uri))) void showInfo(NO_OUTPUT);
}

/** The file may be missing here: another clone may have made the attempt and have its output. */
async function openOutput(file: string | null, none: string): Promise<void> {
  if (file !== null && (await opens(vscode.Uri.file(file)))) return;
  void showInfo(none);
}

/** Without a row: the session's current phase, if it has begun. */
function current(one: Chosen, next: PhaseView['id'] | null, phases: readonly PhaseView[]): Target {
  const phase = phases.find(({ id, attempt }) => id === next && attempt > 0);
  return phase === undefined ? undefined : { subject: { kind: 'phase', ...one.key, phase: phase.id } };
}
