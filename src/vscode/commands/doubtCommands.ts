import * as vscode from 'vscode';
import { oneLine } from '../../model/text/oneLine.ts';
import type { Desk, Handler, Handlers } from './desk.ts';
import { showInfo } from '../window/messages.ts';

/** What a person says of an effect that is in doubt, on its row. */
export function doubtCommands(desk: Desk): Handlers<'cairn.effectHappened' | 'cairn.effectDidNotHappen'> {
  const settling =
    (happened: boolean): Handler =>
    async (target) => {
      if (target?.subject.kind !== 'doubt') return;
      const { repository, session, key } = target.subject;
      const comment = await vscode.window.showInputBox({
        title: happened ? 'It Happened' : 'It Did Not Happen',
        prompt: `How do you know? It is recorded with your name, for “${oneLine(key)}”.`,
        placeHolder: 'For example: the pull request is number 12',
        ignoreFocusOut: true,
      });
      if (comment === undefined) return;
      await desk.store.repository(repository).api.settleEffect(session, { key, happened, comment });
      await desk.store.refresh();
      void showInfo(
        happened
          ? `Recorded: ${oneLine(key)} happened, and is not done again.`
          : `Recorded: ${oneLine(key)} did not happen, and may be done.`,
      );
    };
  return { 'cairn.effectHappened': settling(true), 'cairn.effectDidNotHappen': settling(false) };
}
