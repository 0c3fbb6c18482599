import type { PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';
import { testsOf } from './condition.ts';
import { decideCondition, type Unmet } from './decideCondition.ts';
import type { FileValue } from './readFileValue.ts';

export type Rows = readonly Pick<StatusRow, 'phase' | 'status'>[];

/** Why a phase is skipped: what its condition, or one that stops the session, found; or all that it needs was skipped. */
export type Skipped = Unmet | { readonly needs: readonly PhaseId[] };

export type NextStep =
  | { readonly do: 'begin'; readonly phase: Phase }
  | { readonly do: 'skip'; readonly phase: Phase; readonly because: Skipped }
  /** Its condition cannot be decided. */
  | { readonly do: 'ask'; readonly phase: Phase; readonly file: string; readonly why: string };

/** What a person said of a phase whose condition could not be decided. */
export type Said = ReadonlyMap<PhaseId, 'run' | 'skip'>;

/**
 * What comes next, in file order: what to skip, to ask about, and to begin, of that at most `slots`. Empty where nothing can: all
 * is done, or what is not is held up by a phase that waits, is blocked or works.
 *
 * @param valueOf what a file named in a condition holds, at the tip
 */
export function planNext(
  { phases }: Pick<Workflow, 'phases'>,
  rows: Rows,
  valueOf: (file: string) => FileValue,
  said: Said,
  slots: number,
): readonly NextStep[] {
  const steps: NextStep[] = [];
  let free = slots;
  for (const phase of readyPhases(phases, rows)) {
    const step = stepOf(phase, rows, valueOf, said);
    if (step.do !== 'begin') steps.push(step);
    else if (free-- > 0) steps.push(step);
  }
  return steps;
}

/** The files that {@link planNext} would ask for. */
export const filesAskedFor = ({ phases }: Pick<Workflow, 'phases'>, rows: Rows): ReadonlySet<string> =>
  new Set(
    readyPhases(phases, rows).flatMap(({ when }) =>
      when === null ? [] : testsOf(when).map(({ file }) => file),
    ),
  );

/** Pending phases whose needs are all finished. */
function readyPhases(phases: readonly Phase[], rows: Rows): readonly Phase[] {
  const finished = finishedIn(rows);
  const pending = thoseThatAre(rows, 'pending');
  return phases.filter(({ id, needs }) => pending.has(id) && needs.every((need) => finished.has(need)));
}

/** For those that need it, a skipped phase counts as done. */
export const isFinished = (status: string): boolean => status === 'done' || status === 'skipped';

export const finishedIn = (rows: Rows): ReadonlySet<PhaseId> =>
  new Set(rows.filter(({ status }) => isFinished(status)).map(({ phase }) => phase));

const thoseThatAre = (rows: Rows, status: StatusRow['status']): ReadonlySet<PhaseId> =>
  new Set(rows.filter((row) => row.status === status).map(({ phase }) => phase));

function stepOf(phase: Phase, rows: Rows, valueOf: (file: string) => FileValue, said: Said): NextStep {
  const { when, needs } = phase;
  if (when === null) {
    const skipped = thoseThatAre(rows, 'skipped');
    const allSkipped = !phase.needsByDefault && needs.length > 0 && needs.every((need) => skipped.has(need));
    return allSkipped ? { do: 'skip', phase, because: { needs } } : { do: 'begin', phase };
  }
  const decision = decideCondition(when, valueOf);
  if (decision.is === 'met') return { do: 'begin', phase };
  if (decision.is === 'unmet') {
    const { is: _unmet, ...because } = decision;
    return { do: 'skip', phase, because };
  }
  const { file, why } = decision;
  switch (said.get(phase.id)) {
    case 'run':
      return { do: 'begin', phase };
    case 'skip':
      return { do: 'skip', phase, because: { file, at: '' } };
    case undefined:
      return { do: 'ask', phase, file, why };
  }
}
