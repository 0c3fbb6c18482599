import type { StatusView } from '../../session/results.ts';

/** True where the session waits as a whole, with one question: a command for it need not name the phase. */
export const asksAlone = ({
  state,
  question,
  questions,
}: Pick<StatusView, 'state' | 'question' | 'questions'>): boolean =>
  questions.length === 0 ||
  (questions.length === 1 && state === 'waiting' && question?.kind !== 'permission');
