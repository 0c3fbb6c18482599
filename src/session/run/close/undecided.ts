import { needing } from '../../../model/graph/needed.ts';
import { replan } from '../../../model/items/expandWorkflow.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { NewCheckpoint } from '../../checkpoint/newCheckpoint.ts';
import { itemsFileWith } from '../../record/itemsFile.ts';
import { rowsFor } from '../../record/rows.ts';
import type { SessionRecord } from '../../record/sessionRecord.ts';

type Undecided = Required<Pick<NewCheckpoint, 'rows' | 'workflow' | 'records' | 'files'>>;

/**
 * A session of which nothing is decided by what this phase has made, where nobody has begun on it: its lists are read anew once it is
 * done again, and so is what skipped a phase, or was asked because nobody could tell. What is done stays so.
 */
export function undecided(record: SessionRecord, by: PhaseId): Undecided {
  const { workflow, status, expansions } = record;
  const writes = new Set(workflow.written.filter(({ forEach }) => forEach?.by === by).map(({ id }) => id));
  const kept = expansions.filter(({ template }) => !writes.has(template));
  const plan = replan(workflow, { workflow, expansions: kept });
  const behind = needing(plan.phases, by);
  const records: PhaseRecord[] = [];
  const rows = rowsFor(plan, status.rows, workflow).map((row) => {
    if (!behind.has(row.phase) || (row.status !== 'skipped' && row.status !== 'pending')) return row;
    const known = record.records.get(row.phase);
    if (known !== undefined) {
      const { skipped: _why, said: _word, ...before } = known;
      records.push({ ...before, status: 'pending' });
    }
    return { ...row, status: 'pending' as const };
  });
  return { rows, workflow: plan, records, files: itemsFileWith(record, kept) };
}
