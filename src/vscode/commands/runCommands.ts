import * as vscode from 'vscode';
import { isDriven } from '../state/acts.ts';
import { shownText } from '../state/changeOrder.ts';
import { elsewhereSentence } from '../../sentences/outcomeSentence.ts';
import { phaseName } from '../state/words.ts';
import { choosePhase, chooseSession, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handlers, Target } from './desk.ts';
import { PLAIN_RESUME } from '../../session/api/run.ts';
import { trustsIt } from './askTrust.ts';
import { run } from './run.ts';
import { saveBefore } from './saveBefore.ts';
import { startSession } from './startSession.ts';
import { showWarning } from '../window/messages.ts';
import { showBusy } from '../window/showBusy.ts';

type Id =
  | 'cairn.startSession'
  | 'cairn.resume'
  | 'cairn.pause'
  | 'cairn.stop'
  | 'cairn.runAgain'
  | 'cairn.cancel'
  | 'cairn.completePhase';

/** Commands that make a session go or stop. */
export function runCommands(desk: Desk): Handlers<Id> {
  return {
    'cairn.startSession': (target) => startSession(desk, target),
    'cairn.resume': async (target) => {
      const one = await chooseSession(desk, target, 'resume', 'There is nothing to resume.');
      if (one !== null) await resume(desk, one);
    },
    // A person's phase is done like any other: its gate is tried when the session resumes. One that is blocked is closed by
    // their word, without a new attempt.
    'cairn.completePhase': async (target) => {
      const one = await chooseSession(
        desk,
        target,
        'complete',
        'No phase waits for your work with all its artifacts there.',
      );
      if (one !== null) await complete(desk, one);
    },
    'cairn.pause': (target) => pause(desk, target),
    'cairn.stop': async (target) => {
      const one = await chooseSession(desk, target, 'stop', 'Only a running session can be stopped.');
      if (one !== null) await stop(desk, one);
    },
    'cairn.runAgain': (target) => runAgain(desk, target),
    'cairn.cancel': (target) => cancel(desk, target),
  };
}

async function resume(desk: Desk, one: Chosen): Promise<void> {
  if (!(await savedBefore(one, 'Resume'))) return;
  await run(desk, one.repository, { verb: 'resume', session: one.key.session, options: PLAIN_RESUME });
}

/** A phase begins with the files as they are on disk. */
async function savedBefore(one: Chosen, verb: 'Resume' | 'Complete' | 'Run Again'): Promise<boolean> {
  return saveBefore((await statusOf(one)).worktree, {
    question: 'Save your changes before the session goes on?',
    save: `Save and ${verb}`,
    without: `${verb} Without Them`,
  });
}

async function complete(desk: Desk, one: Chosen): Promise<void> {
  if (!(await savedBefore(one, 'Complete'))) return;
  const { state, next } = await statusOf(one);
  if (state === 'blocked') {
    // Its gate is tried: its checks run.
    if (!(await trustsIt(one.repository, one.key.session))) return;
    const closed = await showBusy(() => one.api.approve(one.key.session, next, null));
    // Its last phase ends the session: there is nothing to go on with.
    if (closed.state === 'done') return desk.store.refresh();
  }
  const request = { verb: 'resume', session: one.key.session, options: PLAIN_RESUME } as const;
  await run(desk, one.repository, request, ({ reason, seq, message, elsewhere }) => {
    // A gate that does not hold publishes nothing, so nothing in the tree says why.
    if (reason === 'waiting' && seq === one.node.summary.seq)
      void showWarning(
        `“${one.node.summary.title}”: ${shownText(message)}${elsewhere === undefined ? '' : ` ${elsewhereSentence(elsewhere)}`}`,
      );
  });
}

async function pause(desk: Desk, target: Target): Promise<void> {
  const one = await chooseSession(desk, target, 'pause', 'Only a running session can be paused.');
  if (one === null) return;
  await one.api.pause(one.key.session);
  await desk.store.refresh();
  vscode.window.setStatusBarMessage(
    `$(debug-pause) “${one.node.summary.title}” pauses after this phase`,
    5_000,
  );
}

async function stop(desk: Desk, one: Chosen): Promise<void> {
  await showBusy(() => one.api.stop(one.key.session));
  await desk.store.refresh();
}

async function runAgain(desk: Desk, target: Target): Promise<void> {
  const one = await chooseSession(
    desk,
    target,
    'restore',
    'No session here has a phase that could run again.',
  );
  if (one === null) return;
  const phase = await choosePhase(await statusOf(one), one.node, target, 'runAgain', {
    placeHolder: 'Which phase should run again?',
    none: 'No phase of this session has run to its end yet.',
  });
  if (phase === null) return;
  const verb = `Run Phase ${phase.number} Again`;
  const detail = `“${phaseName(phase)}” starts anew from where it began, and every later phase is open again. What is there now stays in the history and can be restored.`;
  if ((await showWarning(`${verb}?`, { modal: true, detail }, verb)) !== verb) return;
  if (!(await savedBefore(one, 'Run Again'))) return;
  await run(desk, one.repository, {
    verb: 'resume',
    session: one.key.session,
    options: { ...PLAIN_RESUME, again: phase.id },
  });
}

async function cancel(desk: Desk, target: Target): Promise<void> {
  const one = await chooseSession(desk, target, 'cancel', 'There is no open session to cancel.');
  if (one === null) return;
  const verb = 'Cancel Session';
  const running = isDriven(one.node.summary) ? 'What runs now is stopped first. ' : '';
  const detail = `${running}A cancelled session does not go on. Its checkpoints and its worktree stay, and it can be restored to any of its phases.`;
  const title = `Cancel “${one.node.summary.title}”?`;
  if ((await showWarning(title, { modal: true, detail }, verb)) !== verb) return;
  await showBusy(() => one.api.cancel(one.key.session));
  await desk.store.refresh();
}
