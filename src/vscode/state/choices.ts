import { LOOK_AGAIN, SKIP_IT } from '../../model/graph/conditionAnswers.ts';
import { ALLOW, DO_WITHOUT } from '../../model/agent/rejected.ts';
import { LET_BE, TRY_AGAIN } from '../../model/gate/redAnswers.ts';
import { STOP } from '../../model/checkpoint/stopAnswer.ts';
import { ACCEPT, ANOTHER_ROUND } from '../../model/graph/loopAnswers.ts';
import { shownLine } from '../../model/text/oneLine.ts';
import { answerWords, endsSession } from '../../sentences/answerWords.ts';
import type { Asked } from '../../session/results.ts';

/** An answer that a question offers. */
export interface Choice {
  /** As it is given. */
  readonly answer: string;
  readonly title: string;
  /** What comes of it; '' where only the agent knows. */
  readonly does: string;
  /** Codicon; null where only the agent knows what the answer means. */
  readonly icon: string | null;
  /** True if nothing goes on afterwards: it is asked about first. */
  readonly ends: boolean;
}

/** Of an answer that an agent words. */
const LONGEST = 200;

type Question = Pick<Asked, 'kind' | 'options' | 'about'>;

/** What a question offers to choose from, whoever asks; none where a word of another kind ends the waiting. */
export function choicesOf(question: Question | null): readonly Choice[] {
  if (question?.kind !== 'question') return [];
  return question.options.map((answer) => choiceOf(answer, question));
}

function choiceOf(answer: string, { about }: Question): Choice {
  const words = answerWords(answer, about);
  const ends = endsSession(answer, about);
  return {
    answer,
    title: words?.title ?? shownLine(answer, LONGEST),
    does: words?.does ?? '',
    icon: words === null ? null : (ICONS.get(answer) ?? 'play'),
    ends,
  };
}

const ICONS: ReadonlyMap<string, string> = new Map([
  [ANOTHER_ROUND, 'sync'],
  [ACCEPT, 'check'],
  [LET_BE, 'debug-continue'],
  [TRY_AGAIN, 'refresh'],
  [ALLOW, 'check'],
  [DO_WITHOUT, 'debug-step-over'],
  [STOP, 'circle-slash'],
  [LOOK_AGAIN, 'refresh'],
  [SKIP_IT, 'debug-step-over'],
]);
