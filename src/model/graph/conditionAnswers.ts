import type { AskStep } from './planNext.ts';
import type { Said } from './said.ts';

/** What a person may answer where a phase waits because nobody else can decide about it. */
export const LOOK_AGAIN = 'look again';
export const RUN_IT = 'run it';
export const SKIP_IT = 'skip it';
export const RUN_ALL = 'run all';
export const RUN_FIRST = 'run the first';

/** The answers to choose from. */
export function answersTo(step: AskStep): readonly string[] {
  if (step.about === 'many')
    return [RUN_ALL, `${RUN_FIRST} ${step.phase.forEach?.max ?? ''}`.trim(), SKIP_IT];
  return step.about === 'condition' ? [LOOK_AGAIN, RUN_IT, SKIP_IT] : [LOOK_AGAIN, SKIP_IT];
}

/** What one of these answers means; null: the file is looked at again. */
export function meaningOf(answer: string): Said | null {
  if (answer.startsWith(RUN_FIRST)) return 'first';
  return MEANINGS.get(answer) ?? null;
}

const MEANINGS: ReadonlyMap<string, Said> = new Map([
  [RUN_IT, 'run'],
  [SKIP_IT, 'skip'],
  [RUN_ALL, 'all'],
]);
