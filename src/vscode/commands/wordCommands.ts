import * as vscode from 'vscode';
import { unlinked } from '../state/unlinked.ts';
import { phaseName } from '../state/words.ts';
import { chooseAnswer } from './permissionCommands.ts';
import { chooseSession, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handlers } from './desk.ts';
import { PLAIN_RESUME } from '../../session/api/run.ts';
import { run } from './run.ts';
import { saveBefore } from './saveBefore.ts';

type Id = 'cairn.approve' | 'cairn.approveAndContinue' | 'cairn.reject' | 'cairn.answer';

/** A person's word: approval, rejection, answer. */
export function wordCommands(desk: Desk): Handlers<Id> {
  const resume = (one: Chosen): Promise<void> =>
    run(desk, one.repository, { verb: 'resume', session: one.key.session, options: PLAIN_RESUME });
  return {
    'cairn.approve': async (target) => {
      const one = await chooseSession(desk, target, 'approve', NOTHING_TO_APPROVE);
      if (one === null || !(await saveArtifacts(one))) return;
      await one.api.approve(one.key.session, null, null);
      await desk.store.refresh();
    },

    'cairn.approveAndContinue': async (target) => {
      const one = await chooseSession(desk, target, 'approve', NOTHING_TO_APPROVE);
      if (one === null || !(await saveArtifacts(one))) return;
      const { state } = await one.api.approve(one.key.session, null, null);
      // The approval of the last phase ends the session: there is nothing to go on with.
      if (state === 'done') await desk.store.refresh();
      else await resume(one);
    },

    'cairn.reject': async (target) => {
      const one = await chooseSession(desk, target, 'approve', 'No phase waits for approval.');
      if (one === null) return;
      const comment = await vscode.window.showInputBox({
        title: `Reject ${await waitingPhase(one)}`,
        prompt: 'What should be different? It goes into the next prompt, word for word.',
        placeHolder: 'For example: Keep the public API as it is',
        ignoreFocusOut: true,
        validateInput: (text) =>
          text.trim() === '' ? 'Say what should be different: it is all that the agent gets.' : null,
      });
      if (comment === undefined) return;
      await one.api.reject(one.key.session, null, comment);
      await resume(one);
    },

    'cairn.answer': async (target) => {
      const one = await chooseSession(desk, target, 'answer', 'No session asks a question.');
      if (one === null) return;
      const { question, permissions } = await statusOf(one);
      const [asked] = permissions;
      if (asked !== undefined) return chooseAnswer(desk, one.key, asked);
      const text = await askAnswer(question?.text ?? '', question?.options ?? []);
      if (text === undefined) return;
      await one.api.answer(one.key.session, text);
      await resume(one);
    },
  };
}

const NOTHING_TO_APPROVE = 'No phase waits for approval.';

async function waitingPhase(one: Chosen): Promise<string> {
  const status = await statusOf(one);
  const phase = status.phases.find(({ id }) => id === status.next);
  return phase === undefined ? 'Phase' : `Phase ${phase.number}, ${phaseName(phase)}`;
}

/** An approval takes the artifacts as they are on disk, so what is typed and not saved would be left out. */
async function saveArtifacts(one: Chosen): Promise<boolean> {
  return saveBefore((await statusOf(one)).worktree, {
    question: 'Save your changes before approving?',
    save: 'Save and Approve',
    without: 'Approve Without Them',
  });
}

async function askAnswer(question: string, options: readonly string[]): Promise<string | undefined> {
  if (options.length === 0)
    return vscode.window.showInputBox({ title: 'Answer', prompt: unlinked(question), ignoreFocusOut: true });
  const other = { label: '$(edit) Another answer…' };
  const picked = await vscode.window.showQuickPick([...options.map((label) => ({ label })), other], {
    title: 'Answer',
    placeHolder: question,
    ignoreFocusOut: true,
  });
  return picked === other
    ? vscode.window.showInputBox({ title: 'Answer', prompt: unlinked(question), ignoreFocusOut: true })
    : picked?.label;
}
