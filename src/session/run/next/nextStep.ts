import { filesAskedFor, planNext, type NextStep, type Said } from '../../../model/graph/planNext.ts';
import { meaningOf } from '../../../model/graph/conditionAnswers.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { AtTip } from '../../drive.ts';
import { itemsIn } from '../../record/itemsIn.ts';
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
  const itemsOf = itemsIn(world, workflow, valueOf);
  const [next] = planNext(workflow, rows, { valueOf, itemsOf, said: saidOf(record) }, 1);
  return next ?? null;
}

/** What people answered where nobody else could decide. */
const saidOf = ({ records }: SessionRecord): ReadonlyMap<PhaseId, Said> =>
  new Map(
    [...records.values()].flatMap(({ phase, question, approvals }): [PhaseId, Said][] => {
      const word = approvals.at(-1);
      if (question?.about !== 'condition' || word?.decision !== 'answered') return [];
      const said = meaningOf(word.comment ?? '');
      return said === null ? [] : [[phase, said]];
    }),
  );
