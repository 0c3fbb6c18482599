import { plainLine } from '../terminal/plainText.ts';
import { textWidth } from '../terminal/textWidth.ts';
import type { Style } from '../terminal/style.ts';
import type { ActResult } from '../../session/results.ts';
import type { Answer, Context } from '../commands/command.ts';

/** A command to type next, and what it does. */
export type NextStep = readonly [command: string, does: string];

/** The commands to type next, one per line below a title, each with what it does beside it if there is room. */
export function nextSteps(steps: readonly NextStep[], style: Style, width: number, title = 'Next'): string {
  if (steps.length === 0) return '';
  const safe = steps.map(([command, does]): NextStep => [plainLine(command), does]);
  const column = Math.max(...safe.map(([command]) => textWidth(command)));
  const room = Math.max(...steps.map(([, does]) => textWidth(does))) + column + 5 <= width;
  const lines = safe.map(([command, does]) =>
    room
      ? `  ${style.bold(command)}${' '.repeat(column - textWidth(command))}   ${style.dim(does)}`
      : `  ${style.dim(does)}\n    ${style.bold(command)}`,
  );
  return [title, ...lines].join('\n');
}

/** What an act prints: its result as JSON, or a sentence and the commands to type next. */
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
