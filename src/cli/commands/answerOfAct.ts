import type { ActResult } from '../../session/results.ts';
import type { Answer, Context } from './command.ts';
import { nextSteps, type NextStep } from '../output/nextSteps.ts';

/** What an act prints: its result as it stands, or a sentence and the commands to type next. */
export function answerOfAct(
  context: Context,
  result: ActResult,
  sentence: string,
  steps: readonly NextStep[] = [],
): Answer {
  const { style, width } = context;
  const next = nextSteps(steps, style, width);
  return { exit: 0, json: result, text: `${style.good('✓')} ${sentence}${next === '' ? '' : `\n\n${next}`}` };
}
