import * as vscode from 'vscode';
import type { PhaseView } from '../../session/results.ts';
import { attemptLogUri } from '../review/attemptLogs.ts';
import { phaseName } from '../state/phaseName.ts';
import {
  NO_SESSION,
  choosePhase,
  chooseSession,
  onSession,
  phaseOf,
  statusOf,
  type Chosen,
} from './chooseSession.ts';
import { onRow, type Desk, type Handlers } from './desk.ts';
import { opens } from '../review/openReview.ts';
import { showInfo } from '../window/messages.ts';

/** Commands that show what agents and checks said, and what they worked on. */
export const outputCommands = (desk: Desk) =>
  ({
    'cairn.showOutput': onSession(desk, 'verify', NO_SESSION, async (one, target) => {
      const status = await statusOf(one);
      // Without a row: the session's current phase, if it has begun.
      const current = status.phases.find(({ id, attempt }) => status.next.includes(id) && attempt > 0);
      const named = phaseOf(target) ?? current?.id ?? null;
      const phase = await choosePhase(status, one.node, named, 'output', {
        placeHolder: 'The output of which phase?',
        none: 'No phase has begun yet, so there is no output.',
      });
      if (phase === null) return;
      // When setting up the worktree failed, there is no attempt; show the setup's output.
      if (phase.blockedBy === 'setup') await openOutput(phase.output, NO_OUTPUT);
      else await openAttempt(one, phase, phase.attempt, 'agent');
    }),
    'cairn.showAttemptOutput': onRow('attempt', async (subject) => {
      const one = await chooseSession(desk, { subject }, 'verify', NO_SESSION);
      if (one === null) return;
      const phase = (await statusOf(one)).phases.find(({ id }) => id === subject.phase);
      if (phase !== undefined) await openAttempt(one, phase, subject.attempt, subject.of);
    }),
    'cairn.showCheckOutput': onRow('check', async ({ repository, session, phase, n }) => {
      const file = await desk.store.repository(repository).api.checkOutput(session, phase, n);
      await openOutput(file, 'There is no output of this check on this machine.');
    }),
    'cairn.openToolCall': onRow('call', async ({ repository, session, phase, path }) => {
      if (path === null) return;
      // An agent may name any path; open only files of the working tree.
      const file = await desk.store.repository(repository).api.workFile(session, path, phase);
      await openOutput(file, `There is no file ${path} in the working tree of the session.`);
    }),
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
