import { answersTo } from '../../../model/graph/conditionAnswers.ts';
import type { AskStep } from '../../../model/graph/planNext.ts';
import type { Drive } from '../../drive.ts';
import { publishAsked } from './publishAsked.ts';

/** A condition over a file that cannot be read is no condition that is not met, and a list may be longer than anyone meant: a person says. */
export const askOfCondition = (drive: Drive, step: AskStep): Promise<Drive> =>
  publishAsked(
    drive,
    step.phase.id,
    { about: 'condition', text: questionOf(step), options: [...answersTo(step)] },
    { subject: `${step.phase.id} waits: a person must say ${decides(step)}` },
  );

const decides = (step: AskStep): string =>
  step.about === 'many' ? `how many of its ${step.many} items are run` : 'whether it runs';

function questionOf(step: AskStep): string {
  const { phase, file } = step;
  if (step.about === 'many')
    return `${file} has ${step.many} items for ${phase.id}, which may have ${phase.forEach?.max ?? step.many}.`;
  const decided = step.about === 'condition' ? `Whether ${phase.id} runs` : `How often ${phase.id} runs`;
  return `${decided} is decided by ${file}, which cannot be read: ${step.why}.`;
}
