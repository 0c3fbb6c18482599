import type { Result } from '../../base/result.ts';
import type { Item } from '../items/item.ts';
import type { PhaseId } from '../names/ids.ts';
import type { StatusRow } from '../status/status.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';
import type { Said } from './said.ts';
import { testsOf, type Condition } from './condition.ts';
import { decideCondition, type FoundAt } from './decideCondition.ts';
import type { FileValue } from './readFileValue.ts';

export type Rows = readonly Pick<StatusRow, 'phase' | 'status'>[];

/** Why a phase is skipped: what a condition found, or what it needs was skipped: all of it, or who writes its list. */
export type Skipped = SkippedBy | { readonly needs: readonly PhaseId[] };

interface SkippedBy extends FoundAt {
  /** The phase whose `stop` was met. Missing: its own `when` was not, or its list has no items. */
  readonly stop?: PhaseId;
  /** Nobody else could decide it, so `found` says nothing. */
  readonly byPerson?: true;
}

export type NextStep =
  | { readonly do: 'begin'; readonly phase: Phase }
  | { readonly do: 'skip'; readonly phase: Phase; readonly because: Skipped }
  /** A phase that is repeated becomes a phase for each item; at least one. */
  | { readonly do: 'expand'; readonly phase: Phase; readonly items: readonly Item[] }
  | AskStep;

export type AskStep =
  /** Its condition, or its list, cannot be read. */
  | (Asked & { readonly about: 'condition' | 'list'; readonly why: string })
  /** More items than it may have. */
  | (Asked & { readonly about: 'many'; readonly many: number });

interface Asked {
  readonly do: 'ask';
  readonly phase: Phase;
  readonly file: string;
}

/** What the tip says besides the rows. */
export interface TipFacts {
  /** What a file named in a condition holds. */
  readonly valueOf: (file: string) => FileValue;
  /** The items of a phase that is repeated, or why there is no such list. */
  readonly itemsOf: (phase: Phase) => Result<readonly Item[], readonly string[]>;
  readonly said: ReadonlyMap<PhaseId, Said>;
  /** Phases of which an attempt was judged in this round: whether they run was decided before it. */
  readonly attempted: ReadonlySet<PhaseId>;
}

/**
 * What comes next, in file order: what to skip, to expand, to ask about, and to begin, of that at most `slots`. Empty where nothing
 * can: all is done, or what is not is held up by a phase that waits, is blocked or works.
 */
export function planNext(
  { phases }: Pick<Workflow, 'phases'>,
  rows: Rows,
  tip: TipFacts,
  slots: number,
): readonly NextStep[] {
  const steps: NextStep[] = [];
  let free = slots;
  for (const phase of readyPhases(phases, rows)) {
    const step = phase.forEach === null ? stepOf(phase, rows, tip) : repeat(phase, phase.forEach, rows, tip);
    if (step.do !== 'begin') steps.push(step);
    else if (free-- > 0) steps.push(step);
  }
  return steps;
}

/** The files that {@link planNext} would ask for. */
export const filesAskedFor = ({ phases }: Pick<Workflow, 'phases'>, rows: Rows): ReadonlySet<string> =>
  new Set(
    readyPhases(phases, rows).flatMap(({ when, forEach }) => [
      ...(when === null ? [] : testsOf(when).map(({ file }) => file)),
      ...(forEach === null ? [] : [forEach.file]),
    ]),
  );

/**
 * Pending phases whose needs are all finished. One that is repeated is read as soon as its list is there; not where it has a
 * condition, which is decided once for all items, so that the same rows are left in whatever order its needs end.
 */
export function readyPhases(phases: readonly Phase[], rows: Rows): readonly Phase[] {
  const isOver = overIn(phases, rows);
  const pending = thoseThatAre(rows, 'pending');
  return phases.filter(
    ({ id, needs, when, forEach }) =>
      pending.has(id) && (forEach !== null && when === null ? isOver(forEach.by) : needs.every(isOver)),
  );
}

/**
 * Whether those that need a phase may begin: it is done, or skipped with all that it needs over. A list without items is known
 * while others that its phase needs are still at work, and what is decided behind it may depend on them.
 */
export function overIn(phases: readonly Phase[], rows: Rows): (phase: PhaseId) => boolean {
  const statuses = new Map(rows.map(({ phase, status }) => [phase, status]));
  const needs = new Map(phases.map((phase) => [phase.id, phase.needs]));
  const known = new Map<PhaseId, boolean>();
  const isOver = (phase: PhaseId): boolean => {
    const before = known.get(phase);
    if (before !== undefined) return before;
    const status = statuses.get(phase);
    const over = status === 'done' || (status === 'skipped' && (needs.get(phase) ?? []).every(isOver));
    known.set(phase, over);
    return over;
  };
  return isOver;
}

/** For those that need it, a skipped phase counts as done. */
export const isFinished = (status: string): boolean => status === 'done' || status === 'skipped';

export const finishedIn = (rows: Rows): ReadonlySet<PhaseId> =>
  new Set(rows.filter(({ status }) => isFinished(status)).map(({ phase }) => phase));

const thoseThatAre = (rows: Rows, status: StatusRow['status']): ReadonlySet<PhaseId> =>
  new Set(rows.filter((row) => row.status === status).map(({ phase }) => phase));

function stepOf(phase: Phase, rows: Rows, tip: TipFacts): NextStep {
  if (tip.attempted.has(phase.id)) return { do: 'begin', phase };
  const { when, needs } = phase;
  if (when === null) {
    const skipped = thoseThatAre(rows, 'skipped');
    const allSkipped = !phase.needsByDefault && needs.length > 0 && needs.every((need) => skipped.has(need));
    return allSkipped ? { do: 'skip', phase, because: { needs } } : { do: 'begin', phase };
  }
  return byCondition(phase, when, tip) ?? { do: 'begin', phase };
}

/** What a condition does to a phase, or to all items of one that is repeated, instead of letting it run; null: it runs. */
function byCondition(phase: Phase, when: Condition, { valueOf, said }: TipFacts): NextStep | null {
  const decision = decideCondition(when, valueOf);
  if (decision.is === 'met') return null;
  if (decision.is === 'unmet') {
    const { is: _unmet, ...because } = decision;
    return { do: 'skip', phase, because };
  }
  const { file, why } = decision;
  const word = said.get(phase.id);
  if (word === undefined) return { do: 'ask', phase, about: 'condition', file, why };
  // Whoever says how many items run says that they run.
  return word === 'skip' ? { do: 'skip', phase, because: { file, at: '', byPerson: true } } : null;
}

type List = NonNullable<Phase['forEach']>;

function repeat(phase: Phase, list: List, rows: Rows, tip: TipFacts): NextStep {
  const decided = phase.when === null ? null : byCondition(phase, phase.when, tip);
  if (decided?.do === 'skip') return decided;
  const because = whyNoItem(phase, list, rows, tip);
  return because === null ? (decided ?? expand(phase, list, tip)) : { do: 'skip', phase, because };
}

/** Null where a list is there that has items, or that cannot be read. */
function whyNoItem(
  phase: Phase,
  { file, at, by }: List,
  rows: Rows,
  { valueOf, itemsOf, said }: TipFacts,
): Skipped | null {
  if (said.get(phase.id) === 'skip') return { file, at, byPerson: true };
  if (valueOf(file).kind === 'missing') return { file, at };
  // Of a phase that was skipped no list is read: what lies there is older, and no gate has looked at it.
  if (thoseThatAre(rows, 'skipped').has(by)) return { needs: [by] };
  const items = itemsOf(phase);
  return items.ok && items.value.length === 0 ? { file, at, found: [] } : null;
}

function expand(phase: Phase, { file, max }: List, { itemsOf, said }: TipFacts): NextStep {
  const items = itemsOf(phase);
  if (!items.ok) return { do: 'ask', phase, about: 'list', file, why: items.error.join('; ') };
  const word = said.get(phase.id);
  const many = items.value.length;
  if (many <= max || word === 'all') return { do: 'expand', phase, items: items.value };
  return word === 'first'
    ? { do: 'expand', phase, items: firstOf(items.value, max) }
    : { do: 'ask', phase, about: 'many', file, many };
}

/** What the first ones need and is none of them is not waited for. */
function firstOf(items: readonly Item[], max: number): readonly Item[] {
  const kept = items.slice(0, max);
  const phases = new Set(kept.map(({ phase }) => phase));
  return kept.map((item) => ({ ...item, needs: item.needs.filter((need) => phases.has(need)) }));
}
