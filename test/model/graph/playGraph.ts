import { decideCondition } from '../../../src/model/graph/decideCondition.ts';
import { openRound } from '../../../src/model/graph/openRound.ts';
import { planClosing } from '../../../src/model/graph/planClosing.ts';
import { isFinished, planNext } from '../../../src/model/graph/planNext.ts';
import type { FileValue } from '../../../src/model/graph/readFileValue.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import type { StatusRow } from '../../../src/model/status/status.ts';
import type { Phase, Workflow } from '../../../src/model/workflow/workflow.ts';

/** What each phase does whenever it is tried: the round from which on its loop is met, and whether its gate holds at all. */
export interface Fate {
  readonly value: number;
  readonly okFrom: number;
  readonly fails: boolean;
}

export interface Played {
  readonly rows: readonly StatusRow[];
  /** `<phase>/<round>` of every beginning, in order. */
  readonly begun: readonly string[];
  readonly steps: number;
}

const MOST_STEPS = 20_000;

/**
 * Plays a workflow on values: phases begin while there are slots, and end in any order. A person who is asked accepts.
 *
 * @param choose one of so many, for the order in which things happen
 */
export function playGraph(
  workflow: Workflow,
  fates: ReadonlyMap<string, Fate>,
  slots: number,
  choose: (of: number) => number,
): Played {
  let rows: readonly StatusRow[] = workflow.phases.map(({ id }, index) => ({
    number: index + 1,
    phase: id,
    status: 'pending',
    round: 1,
    attempt: 0,
    artifacts: { present: 0, promised: 1 },
    checked: null,
    updated: null,
  }));
  const loops = new Map<PhaseId, number>();
  const begun: string[] = [];
  const set = (phase: PhaseId, status: StatusRow['status']): void => {
    rows = rows.map((row) => (row.phase === phase ? { ...row, status } : row));
  };
  const fateOf = (phase: string): Fate => fates.get(phase) ?? { value: 0, okFrom: 1, fails: false };
  /** What a phase left is there once it is done, and while its loop is decided. */
  const valueOf =
    (closing: PhaseId | null) =>
    (file: string): FileValue => {
      const row = rows.find(({ phase }) => phase === file.split('/')[0]);
      if (row === undefined || (row.status !== 'done' && row.phase !== closing)) return { kind: 'missing' };
      const { value, okFrom } = fateOf(row.phase);
      return { kind: 'value', value: { value, ok: row.round >= okFrom } };
    };
  const close = (phase: Phase): void => {
    const { fails } = fateOf(phase.id);
    const { loop } = phase;
    if (loop === null) return set(phase.id, fails ? 'blocked' : 'done');
    const round = loops.get(phase.id) ?? 1;
    const until = fails ? null : decideCondition(loop.until, valueOf(phase.id));
    const plan = planClosing({ failed: fails ? ['no'] : null, until, round, max: loop.max });
    if (plan.do !== 'round') return set(phase.id, fails ? 'blocked' : 'done');
    const opened = openRound(workflow, rows, { ...phase, loop });
    ({ rows } = opened);
    for (const id of opened.begunAnew) loops.delete(id);
    loops.set(phase.id, round + 1);
  };

  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const running = rows.filter(({ status }) => status === 'running');
    const next = planNext(
      workflow,
      rows,
      {
        valueOf: valueOf(null),
        itemsOf: () => ({ ok: true, value: [] }),
        said: new Map(),
        attempted: new Set(),
      },
      slots - running.length,
    );
    const moves = [...next.map((step) => ({ step })), ...running.map((row) => ({ row }))];
    const move = moves[choose(moves.length)];
    if (move === undefined) return { rows, begun, steps };
    if ('row' in move) close(workflow.phases.find(({ id }) => id === move.row.phase) as Phase);
    else if (move.step.do === 'skip') set(move.step.phase.id, 'skipped');
    else {
      const { phase } = move.step;
      for (const need of phase.needs)
        if (!isFinished(rows.find((row) => row.phase === need)?.status ?? ''))
          throw new Error(`${phase.id} begins before ${need}`);
      begun.push(`${phase.id}/${rows.find((row) => row.phase === phase.id)?.round}`);
      set(phase.id, 'running');
    }
  }
  throw new Error('it never ends');
}
