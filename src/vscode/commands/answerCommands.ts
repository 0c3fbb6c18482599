import * as vscode from 'vscode';
import { chosenOption } from '../../model/agent/chosenOption.ts';
import { ANOTHER_ROUND } from '../../model/graph/loopAnswers.ts';
import { RAISE } from '../../model/limits/sayLimit.ts';
import { endsSession } from '../../sentences/answerWords.ts';
import type { StatusView } from '../../session/results.ts';
import { askingPhase, choicesOf } from '../state/choices.ts';
import { unlinked } from '../state/unlinked.ts';
import { confirms, showInfo } from '../window/messages.ts';
import { chooseAnswer } from './permissionCommands.ts';
import { onSession, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handlers } from './desk.ts';
import { goOnUnlessOver } from './run.ts';

type Question = StatusView['question'];

/** A person's answer to what a phase asks, in one way for all questions: picked, by the row of an answer, or typed. */
export const answerCommands = (desk: Desk) =>
  ({
    'cairn.answer': onSession(desk, 'answer', 'No session asks a question.', async (one) => {
      const { question, permissions } = await statusOf(one);
      const [asked] = permissions;
      if (asked !== undefined) return chooseAnswer(desk, one.key, asked);
      const text = await askAnswer(question);
      if (text !== undefined) await say(desk, one, text);
    }),
    'cairn.anotherRound': onSession(
      desk,
      'anotherRound',
      'No session asks whether to begin another round.',
      (one) => say(desk, one, ANOTHER_ROUND),
    ),
    'cairn.chooseAnswer': onSession(desk, 'answer', NOT_ASKED, async (one, target) => {
      const subject = target?.subject;
      if (subject?.kind !== 'answer') return;
      const { question } = await statusOf(one);
      // The row, or the notification, may be older than the question.
      const isAsked =
        askingPhase(one.node)?.id === subject.phase && question?.options.includes(subject.answer) === true;
      if (isAsked) await say(desk, one, subject.answer);
      else void showInfo(NOT_ASKED);
    }),
  }) satisfies Partial<Handlers>;

const NOT_ASKED = 'This is not asked any more.';

async function say(desk: Desk, one: Chosen, text: string): Promise<void> {
  const { question } = await statusOf(one);
  const answer = chosenOption(text, question?.options ?? []);
  if (endsSession(answer, question?.about) && !(await confirmsEnd(one))) return;
  const { state } = await one.api.answer(one.key.session, text);
  await goOnUnlessOver(desk, one, state);
}

const confirmsEnd = ({ node }: Chosen): Promise<boolean> =>
  confirms(
    `Stop “${node.summary.title}” for good?`,
    'The session is cancelled. What is done stays on its branch, and work that is not done is kept as rescued work. Restore or fork a checkpoint to go on from there.',
    'Stop Session',
  );

async function askAnswer(question: Question): Promise<string | undefined> {
  const text = question?.text ?? '';
  const raises = question?.about === 'limit';
  const inWords = () =>
    vscode.window.showInputBox({
      title: 'Answer',
      prompt: unlinked(text),
      value: raises ? RAISE : '',
      ignoreFocusOut: true,
    });
  const choices = choicesOf(question);
  if (choices.length === 0) return inWords();
  const other = { label: raises ? '$(edit) Raise to…' : '$(edit) Another Answer…', answer: null };
  const picked = await vscode.window.showQuickPick(
    [
      ...choices.map(({ answer, title, does, icon }) => ({
        label: `${icon === null ? '' : `$(${icon}) `}${noIcons(title)}`,
        description: does,
        answer,
      })),
      other,
    ],
    { title: 'Answer', placeHolder: text, ignoreFocusOut: true },
  );
  return picked?.answer === null ? inWords() : picked?.answer;
}

/** Text of an agent is data: no part of it is drawn as an icon. */
const noIcons = (text: string): string => text.replaceAll('$(', '\\$(');
