import { chosenOption } from '../../model/agent/chosenOption.ts';
import { ANOTHER_ROUND } from '../../model/graph/loopAnswers.ts';
import { RAISE } from '../../model/limits/sayLimit.ts';
import { endsSession } from '../../sentences/answerWords.ts';
import type { PhaseView } from '../../session/results.ts';
import { isAboutRound } from '../state/aboutRound.ts';
import { questionOf, worktreeOf, type PhaseQuestion } from '../state/acts.ts';
import { choicesOf } from '../state/choices.ts';
import { confirms, showInfo } from '../window/messages.ts';
import { askText, pickOne } from '../window/quickInput.ts';
import { chooseAnswer } from './permissionCommands.ts';
import { choosePhase, onSession, phaseOf, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handlers } from './desk.ts';
import { goOnUnlessOver } from './run.ts';
import { saveBefore } from './saveBefore.ts';

/** A person's answer to what a phase asks, in one way for all questions: picked, by the row of an answer, or typed. */
export const answerCommands = (desk: Desk) =>
  ({
    'cairn.answer': onSession(desk, 'answer', 'No session asks a question.', async (one, target) => {
      const status = await statusOf(one);
      const [asked] = status.permissions;
      const named = phaseOf(target);
      if (asked !== undefined && named === null) return chooseAnswer(desk, one.key, asked);
      const phase = await choosePhase(status, one.node, named, 'answer', {
        placeHolder: 'The question of which phase?',
        none: NOT_ASKED,
      });
      const question = phase === null ? null : questionOf(one.node, phase);
      if (question === null) return;
      const text = await askAnswer(question);
      if (text !== undefined) await say(desk, one, question, text);
    }),
    'cairn.anotherRound': onSession(desk, 'anotherRound', NO_ROUND, async (one, target) => {
      const status = await statusOf(one);
      const about = ({ id }: PhaseView): PhaseQuestion | undefined =>
        status.questions.find((asked) => asked.phase === id && isAboutRound(asked));
      const phase = await choosePhase(status, one.node, phaseOf(target), (one) => about(one) !== undefined, {
        placeHolder: 'Another round for which phase?',
        none: NO_ROUND,
      });
      const question = phase === null ? undefined : about(phase);
      if (question !== undefined) await say(desk, one, question, ANOTHER_ROUND);
      else if (phase !== null) void showInfo(NOT_ASKED);
    }),
    'cairn.chooseAnswer': onSession(desk, 'answer', NOT_ASKED, async (one, target) => {
      const subject = target?.subject;
      if (subject?.kind !== 'answer') return;
      // The row, or the notification, may be older than the question.
      const question = (await statusOf(one)).questions.find(({ phase }) => phase === subject.phase);
      if (question?.options.includes(subject.answer) === true) await say(desk, one, question, subject.answer);
      else void showInfo(NOT_ASKED);
    }),
  }) satisfies Partial<Handlers>;

const NO_ROUND = 'No session asks whether to begin another round.';
const NOT_ASKED = 'This is not asked any more.';

async function say(desk: Desk, one: Chosen, question: PhaseQuestion, text: string): Promise<void> {
  const { phase, options, about, conflict } = question;
  if (endsSession(chosenOption(text, options), about) && !(await confirmsEnd(one))) return;
  // The next attempt begins with the files as they are on disk.
  if (conflict !== undefined && !(await savedMerge(one, phase))) return;
  const { state } = await one.api.answer(one.key.session, text, phase);
  await goOnUnlessOver(desk, one, state);
}

async function savedMerge(one: Chosen, asking: PhaseQuestion['phase']): Promise<boolean> {
  const phase = (await statusOf(one)).phases.find(({ id }) => id === asking);
  return saveBefore(phase === undefined ? null : worktreeOf(one.node, phase), {
    question: 'Save what you merged before you answer?',
    save: 'Save and Answer',
    without: 'Answer Without Them',
  });
}

const confirmsEnd = ({ node }: Chosen): Promise<boolean> =>
  confirms(
    `Stop “${node.summary.title}” for good?`,
    'The session is cancelled. What is done stays on its branch, and work that is not done is kept as rescued work. Restore or fork a checkpoint to go on from there.',
    'Stop Session',
  );

async function askAnswer(question: PhaseQuestion): Promise<string | undefined> {
  const { text } = question;
  const raises = question.about === 'limit';
  const inWords = () =>
    askText({
      title: 'Answer',
      prompt: text,
      value: raises ? RAISE : '',
      ignoreFocusOut: true,
    });
  const choices = choicesOf(question);
  if (choices.length === 0) return inWords();
  const other = { icon: 'edit', label: raises ? 'Raise to…' : 'Another Answer…', answer: null };
  const picked = await pickOne(
    [
      ...choices.map(({ answer, title, does, icon }) => ({
        ...(icon === null ? {} : { icon }),
        label: title,
        description: does,
        answer,
      })),
      other,
    ],
    { title: 'Answer', placeHolder: text, ignoreFocusOut: true },
  );
  return picked?.answer === null ? inWords() : picked?.answer;
}
