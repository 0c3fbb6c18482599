import { filesAskedFor, planNext, type NextStep, type Said } from '../../../model/graph/planNext.ts';
import { LOOK_AGAIN, RUN_IT, SKIP_IT } from '../../../model/graph/conditionAnswers.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { AtTip } from '../../drive.ts';
import type { SessionRecord } from '../../record/sessionRecord.ts';
import { valuesAt } from '../../record/valuesAt.ts';

/** What comes next at the tip; null where nothing can. */
export async function nextStep({ world, session, record }: AtTip): Promise<NextStep | null> {
  const { workflow, status } = record;
  // A run ends at the first phase that is blocked: one that is found blocked is tried again.
  const rows = status.rows.map((row): StatusRow =>
    row.status === 'blocked' ? { ...row, status: 'pending' } : row,
  );
  const files = filesAskedFor(workflow, rows);
  const valueOf = await valuesAt(world.repository, record.tree, { session, rows }, files);
  const [next] = planNext(workflow, rows, valueOf, saidOf(record), 1);
  return next ?? null;
}

/** What people answered where a condition could not be decided. */
const saidOf = ({ records }: SessionRecord): Said =>
  new Map(
    [...records.values()].flatMap(({ phase, question, approvals }): [PhaseId, 'run' | 'skip'][] => {
      const word = approvals.at(-1);
      if (question?.about !== 'condition' || word?.decision !== 'answered') return [];
      const said = SAID.get(word.comment ?? LOOK_AGAIN);
      return said === undefined ? [] : [[phase, said]];
    }),
  );

const SAID: ReadonlyMap<string, 'run' | 'skip'> = new Map([
  [RUN_IT, 'run'],
  [SKIP_IT, 'skip'],
]);
