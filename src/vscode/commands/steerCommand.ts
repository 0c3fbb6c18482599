import * as vscode from 'vscode';
import { chooseSession } from './chooseSession.ts';
import type { Desk, Handlers } from './desk.ts';

/** A note to the running session, for its next attempt. */
export function steerCommand(desk: Desk): Handlers<'cairn.steer'> {
  return {
    'cairn.steer': async (target) => {
      const one = await chooseSession(
        desk,
        target,
        'steer',
        'No session goes on that could be told something.',
      );
      if (one === null) return;
      const text = await vscode.window.showInputBox({
        title: `Steer “${one.node.summary.title}”`,
        prompt: 'What should it know? Its next attempt reads this; the one at work is not disturbed.',
        placeHolder: 'For example: Leave the old flag working',
        ignoreFocusOut: true,
        validateInput: (value) => (value.trim() === '' ? 'Say something, or press Escape.' : null),
      });
      if (text === undefined) return;
      await one.api.steer(one.key.session, text);
      await desk.store.refresh();
      void vscode.window.setStatusBarMessage(
        '$(check) Noted: the next prompt of the session holds it.',
        6_000,
      );
    },
  };
}
