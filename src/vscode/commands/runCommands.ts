import { isDriven } from '../state/acts.ts';
import { shownText } from '../state/changeOrder.ts';
import { elsewhereSentence } from '../../sentences/outcomeSentence.ts';
import type { PhaseView } from '../../session/results.ts';
import { phaseName } from '../state/phaseName.ts';
import { choosePhase, onSession, phaseOf, statusOf, type Chosen } from './chooseSession.ts';
import { onRow, type Desk, type Handlers, type Target } from './desk.ts';
import { trustsIt } from './askTrust.ts';
import { resume } from './run.ts';
import { saveBefore } from './saveBefore.ts';
import { startFromSelection } from './startFromSelection.ts';
import { startSession } from './startSession.ts';
import { showStatus } from '../window/showStatus.ts';
import { confirms, showWarning } from '../window/messages.ts';
import { showBusy } from '../window/showBusy.ts';

/** Commands that make a session go or stop. */
export const runCommands = (desk: Desk) =>
  ({
    'cairn.startSession': (target) => startSession(desk, target),
    'cairn.startFromSelection': () => startFromSelection(desk),
    'cairn.resume': onSession(
      desk,
      'resume',
      'There is nothing to resume.',
      async (one) => {
        if (await savedBefore(one, 'Resume')) await resume(desk, one);
      },
      'resume',
    ),
    'cairn.cancelStart': onRow('starting', async (key) => desk.store.cancel(key)),
    // A person's own phase is completed like any other: the session resumes and tries its gate. A person's word closes a
    // blocked phase without a new attempt.
    'cairn.completePhase': onSession(
      desk,
      'complete',
      'No phase waits for your work with all its artifacts there.',
      (one, target) => complete(desk, one, target),
      'complete',
    ),
    'cairn.pause': onSession(desk, 'pause', 'Only a running session can be paused.', (one) =>
      pause(desk, one),
    ),
    'cairn.stop': onSession(desk, 'stop', 'Only a running session can be stopped.', async (one) => {
      await showBusy(() => one.api.stop(one.key.session));
      await desk.store.refresh();
    }),
    'cairn.runAgain': onSession(
      desk,
      'restore',
      'No session here has a phase that could run again.',
      (one, target) => runAgain(desk, one, target),
      'runAgain',
    ),
    'cairn.cancel': onSession(desk, 'cancel', 'There is no open session to cancel.', (one) =>
      cancel(desk, one),
    ),
  }) satisfies Partial<Handlers>;

/** A phase begins with the files as they are on disk. */
async function savedBefore(
  one: Chosen,
  verb: 'Resume' | 'Complete' | 'Run Again',
  phase: PhaseView | null = null,
): Promise<boolean> {
  return saveBefore(phase?.worktree ?? (await statusOf(one)).worktree, {
    question: 'Save your changes before the session goes on?',
    save: `Save and ${verb}`,
    without: `${verb} Without Them`,
  });
}

async function complete(desk: Desk, one: Chosen, target: Target): Promise<void> {
  const phase = await choosePhase(await statusOf(one), one.node, phaseOf(target), 'complete', {
    placeHolder: 'Complete which phase?',
    none: 'No phase waits for your work with all its artifacts there.',
  });
  if (phase === null || !(await savedBefore(one, 'Complete', phase))) return;
  if (phase.status === 'blocked') {
    // This tries its gate, which runs its checks.
    if (!(await trustsIt(one.repository, one.key.session))) return;
    const closed = await showBusy(() => one.api.approve(one.key.session, phase.id, null));
    // Closing the last phase ends the session, so nothing is left to run.
    if (closed.state === 'done') return desk.store.refresh();
  }
  await resume(desk, one, {}, ({ reason, seq, message, elsewhere }) => {
    // A gate that does not hold publishes nothing, so the tree cannot say why.
    if (reason === 'waiting' && seq === one.node.summary.seq)
      void showWarning(
        `“${one.node.summary.title}”: ${shownText(message)}${elsewhere === undefined ? '' : ` ${elsewhereSentence(elsewhere)}`}`,
      );
  });
}

async function pause(desk: Desk, one: Chosen): Promise<void> {
  await one.api.pause(one.key.session);
  await desk.store.refresh();
  showStatus('debug-pause', `“${one.node.summary.title}” pauses after this phase`, 5_000);
}

async function runAgain(desk: Desk, one: Chosen, target: Target): Promise<void> {
  const phase = await choosePhase(await statusOf(one), one.node, phaseOf(target), 'runAgain', {
    placeHolder: 'Which phase should run again?',
    none: 'No phase of this session has run to its end yet.',
  });
  if (phase === null) return;
  const verb = `Run Phase ${phase.number} Again`;
  const detail = `“${phaseName(phase)}” starts anew from where it began, and every later phase is open again. What is there now stays in the history and can be restored.`;
  if (!(await confirms(`${verb}?`, detail, verb))) return;
  if (!(await savedBefore(one, 'Run Again'))) return;
  await resume(desk, one, { again: phase.id });
}

async function cancel(desk: Desk, one: Chosen): Promise<void> {
  const running = isDriven(one.node.summary) ? 'What runs now is stopped first. ' : '';
  const detail = `${running}A cancelled session does not go on. Its checkpoints and its worktree stay, and it can be restored to any of its phases.`;
  if (!(await confirms(`Cancel “${one.node.summary.title}”?`, detail, 'Cancel Session'))) return;
  await showBusy(() => one.api.cancel(one.key.session));
  await desk.store.refresh();
}
