import { expect, test } from 'vitest';
import { limitAnswers } from '../../../src/model/limits/sayLimit.ts';
import { RED_ANSWERS } from '../../../src/model/gate/redAnswers.ts';
import { loopAnswers } from '../../../src/model/graph/loopAnswers.ts';
import type { StatusView } from '../../../src/session/results.ts';
import { sessionActs } from '../../../src/vscode/state/acts.ts';
import { choicesOf } from '../../../src/vscode/state/choices.ts';
import { noticesBetween } from '../../../src/vscode/state/notices.ts';
import { statusBar } from '../../../src/vscode/state/statusBar.ts';
import { detailRows } from '../../../src/vscode/tree/detailRows.ts';
import { topRows } from '../../../src/vscode/tree/sessionRows.ts';
import { KEY, node, NOW, phase, repositoryFolder, windowOf } from '../builders.ts';

type Question = NonNullable<StatusView['question']>;
const asks = (over: Partial<Question>): Question => ({
  kind: 'question',
  text: 'And now?',
  options: [],
  ...over,
});
const LIMIT = limitAnswers({ limit: 'cost', of: null, used: 5.2, most: 5 });
const ROUNDS = asks({
  about: 'loop',
  text: 'review has had 2 of 2 rounds.\nreview/verdict.json /ok is false.',
  options: loopAnswers(true),
});

test.each<[name: string, question: Question, titles: readonly string[]]>([
  ['a loop whose rounds are used up', ROUNDS, ['Begin Another Round', 'Accept as It Is', 'Stop!']],
  [
    'a gate that never held',
    asks({ about: 'loop', options: loopAnswers(false) }),
    ['Begin Another Round', 'Stop!'],
  ],
  [
    'a gate that only checks hold up which were red before',
    asks({ about: 'loop', options: loopAnswers(false, true) }),
    ['Begin Another Round', 'Go On as It Is', 'Stop!'],
  ],
  [
    'a check that was red before',
    asks({ about: 'check', options: RED_ANSWERS }),
    ['Go On as It Is', 'Try Again', 'Stop!'],
  ],
  ['a limit', asks({ about: 'limit', options: LIMIT }), ['Raise to 10 USD', 'Go On Without', 'Stop!']],
  [
    'a limit in a record of somebody else',
    asks({ about: 'limit', options: [`raise\u202e\nto ${'9'.repeat(100_000)}`] }),
    [`Raise to ${'9'.repeat(190)}…`],
  ],
  [
    'a condition that cannot be read',
    asks({ about: 'condition', options: ['look again', 'run it', 'skip it'] }),
    ['Look Again', 'Run It', 'Skip It'],
  ],
  [
    'a list that is too long',
    asks({ about: 'condition', options: ['run all', 'run the first 20', 'skip it'] }),
    ['Run All', 'Run the First 20', 'Skip It'],
  ],
  [
    'what nobody was there to allow',
    asks({ about: 'permission', options: ['allow', 'do without it', 'stop'] }),
    ['Allow It', 'Do Without It', 'Stop!'],
  ],
  [
    'an agent, in whose words nothing ends a session',
    asks({ options: ['another round', 'stop', 'a\u202e\nb'] }),
    ['another round', 'stop', 'a b'],
  ],
  ['an approval', asks({ kind: 'approval', options: ['stop'] }), []],
])(
  'what can be answered is read as on buttons, and what ends the session is known: %s',
  (_name, question, titles) =>
    expect(choicesOf(question).map(({ title, ends }) => (ends ? `${title}!` : title))).toEqual(titles),
);

const waits = (question: Question) =>
  node('waiting', {
    status: { question, phases: [phase(1, 'research'), phase(2, 'plan', { status: 'waiting', attempt: 1 })] },
  });

test('below the phase that asks, and no other, are its question and a row for each answer, which says what comes of it', () => {
  const session = waits(ROUNDS);
  const [research, plan] = session.status!.phases;
  const rows = detailRows(KEY, session, plan!).slice(0, 4);
  expect(rows.map(({ label, description, spoken, click }) => [label, description, spoken, click])).toEqual([
    [
      'review has had 2 of 2 rounds. review/verdict.json /ok is false.',
      '',
      'Question: review has had 2 of 2 rounds. review/verdict.json /ok is false.',
      null,
    ],
    [
      'Begin Another Round',
      'send the work back once more',
      'Answer: Begin Another Round, send the work back once more',
      'cairn.chooseAnswer',
    ],
    [
      'Accept as It Is',
      'the phase is done with what is there',
      'Answer: Accept as It Is, the phase is done with what is there',
      'cairn.chooseAnswer',
    ],
    [
      'Stop',
      'cancel the session; what is done stays',
      'Answer: Stop, cancel the session; what is done stays',
      'cairn.chooseAnswer',
    ],
  ]);
  expect(rows[1]?.subject).toEqual({
    kind: 'answer',
    repository: KEY,
    session: session.summary.session,
    phase: 'plan',
    answer: 'another round',
  });
  expect(detailRows(KEY, session, research!).map(({ context }) => context)).not.toContain('answer');
});

test.each<[about: Question['about'], row: string, bar: string]>([
  ['loop', 'another round?', 'another round of plan?'],
  ['condition', 'needs your decision', 'decide about plan'],
  ['limit', 'limit reached', 'limit reached, plan'],
  [undefined, 'asks a question', 'asks a question'],
])('a session and the status bar say what it waits for: %s', (about, inRow, bar) => {
  const session = waits(asks(about === undefined ? {} : { about }));
  const state = windowOf(repositoryFolder([session]));
  expect(topRows(state, NOW)[0]?.description).toBe(`${inRow} · 4 min`);
  expect(statusBar(state)?.text).toContain(`: ${bar}`);
});

const told = (question: Question) =>
  noticesBetween(
    windowOf(repositoryFolder([node('running')])),
    windowOf(repositoryFolder([waits(question)])),
  ).map(({ text, actions }) => [text, ...actions]);

test('a notification answers with the options of the engine; those of an agent are picked from a list', () => {
  const answers = (answer: string) => ({ kind: 'answer', phase: 'plan', answer });
  expect(told(asks({ about: 'limit', options: LIMIT }))).toEqual([
    [
      '“Add login” waits: And now?',
      ['Raise to 10 USD', 'cairn.chooseAnswer', answers('raise to 10 USD')],
      ['Go On Without', 'cairn.chooseAnswer', answers('go on without')],
      ['Stop', 'cairn.chooseAnswer', answers('stop')],
    ],
  ]);
  expect(told(asks({ options: ['the one', 'the other'] }))).toEqual([
    ['“Add login” asks: And now?', ['Answer…', 'cairn.answer'], ['Show', 'show']],
  ]);
});

test('another round can be begun where the engine offers it, and not where an agent has the same words', () => {
  expect(sessionActs(waits(ROUNDS))).toContain('anotherRound');
  expect(sessionActs(waits(asks({ options: ['another round'] })))).not.toContain('anotherRound');
  expect(sessionActs(node('running'))).not.toContain('anotherRound');
});
