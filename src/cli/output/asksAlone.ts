import type { StatusView } from '../../session/results.ts';

type Asked = StatusView['questions'][number];

/** True where the session waits as a whole, with one question: a command for it need not name the phase. */
export const asksAlone = ({
  state,
  question,
  questions,
}: Pick<StatusView, 'state' | 'question' | 'questions'>): boolean =>
  questions.length === 0 ||
  (askedOnce(questions).length === 1 && state === 'waiting' && question?.kind !== 'permission');

/** What phases at work together ask alike is one question, of the session: who answers one has answered all. */
export const askedOnce = (questions: StatusView['questions']): readonly Asked[] =>
  questions.filter((asked, at) => questions.findIndex((other) => isSame(asked, other)) === at);

export const isSame = (one: Asked, other: Asked): boolean =>
  one === other || (one.about === 'limit' && other.about === 'limit' && one.text === other.text);
