import * as vscode from 'vscode';
import { phaseName } from '../state/words.ts';
import { choosePhase, chooseSession, statusOf } from './chooseSession.ts';
import type { Desk, Handlers } from './desk.ts';
import { RESUME, run } from './run.ts';
import { startSession } from './startSession.ts';

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
      if (one !== null)
        await run(desk, one.repository, { verb: 'resume', session: one.key.session, options: RESUME });
    },

    'cairn.completePhase': async (target) => {
      const one = await chooseSession(
        desk,
        target,
        'complete',
        'No phase waits for your work with all its artifacts there.',
      );
      if (one !== null)
        await run(desk, one.repository, { verb: 'resume', session: one.key.session, options: RESUME });
    },

    'cairn.pause': async (target) => {
      const one = await chooseSession(desk, target, 'pause', 'Only a running session can be paused.');
      if (one === null) return;
      await one.api.pause(one.key.session);
      await desk.store.refresh();
      void vscode.window.setStatusBarMessage(
        `$(debug-pause) “${one.node.summary.title}” pauses after this phase`,
        5_000,
      );
    },

    'cairn.stop': async (target) => {
      const one = await chooseSession(desk, target, 'stop', 'Only a running session can be stopped.');
      if (one === null) return;
      await vscode.window.withProgress({ location: { viewId: 'cairn.sessions' } }, () =>
        one.api.stop(one.key.session),
      );
      await desk.store.refresh();
    },

    'cairn.runAgain': async (target) => {
      const one = await chooseSession(
        desk,
        target,
        'restore',
        'No session here has a phase that could run again.',
      );
      if (one === null) return;
      const phase = await choosePhase(
        await statusOf(one),
        one.node,
        target,
        'runAgain',
        'Which phase should run again?',
      );
      if (phase === null) return;
      const verb = `Run Phase ${phase.number} Again`;
      const detail = `“${phaseName(phase)}” starts anew from where it began, and every later phase is open again. What is there now stays in the history and can be restored.`;
      if ((await vscode.window.showWarningMessage(`${verb}?`, { modal: true, detail }, verb)) !== verb)
        return;
      await run(desk, one.repository, {
        verb: 'resume',
        session: one.key.session,
        options: { ...RESUME, again: phase.id },
      });
    },

    'cairn.cancel': async (target) => {
      const one = await chooseSession(desk, target, 'cancel', 'There is no open session to cancel.');
      if (one === null) return;
      const detail =
        'A cancelled session does not go on. Its checkpoints and its worktree stay, and it can be restored to any of its phases.';
      if (
        (await vscode.window.showWarningMessage(
          `Cancel “${one.node.summary.title}”?`,
          { modal: true, detail },
          'Cancel Session',
        )) !== 'Cancel Session'
      )
        return;
      await vscode.window.withProgress({ location: { viewId: 'cairn.sessions' } }, () =>
        one.api.cancel(one.key.session),
      );
      await desk.store.refresh();
    },
  };
}
