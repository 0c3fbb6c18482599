import type { ApprovalRecord, ArtifactRecord, PhaseRecord } from '../checkpoint/phaseRecord.ts';
import type { PhaseId } from '../names/ids.ts';
import { lastSaid } from './lastSaid.ts';
import type { StatusRow } from './status.ts';
import type { Checked } from './statusWords.ts';

type Judged = Pick<PhaseRecord, 'checks' | 'approvals' | 'artifacts'>;

/**
 * What stands behind a phase that is done. A check that did not pass let its phase be done all the same: it was red before, or was to
 * fail. That is never `passed`, and a yes of a person does not make it so.
 */
export function checkedOf(record: Judged): Checked {
  if (record.checks.length > 0) return saidBy(record.checks);
  return approvalOf(record) === null ? 'nothing' : 'approved';
}

/** That they passed says less where what they run was changed in the session: an agent may have made it pass anything. */
function saidBy(checks: Judged['checks']): Extract<Checked, 'passed' | 'changed' | 'red'> {
  if (checks.some(({ outcome }) => outcome !== 'passed')) return 'red';
  return checks.some(({ changed = [] }) => changed.length > 0) ? 'changed' : 'passed';
}

/** The yes of a person who could look at what the phase has made; null where there is none, or what it made since is something else. */
export function approvalOf({ approvals, artifacts }: Judged): ApprovalRecord | null {
  const last = approvals.findLast(
    ({ decision, beforehand }) => decision !== 'answered' && beforehand !== true,
  );
  return last?.decision === 'approved' && named(last.artifacts) === named(artifacts) ? last : null;
}

const named = (artifacts: readonly Pick<ArtifactRecord, 'path' | 'blob'>[]): string =>
  artifacts
    .map(({ path, blob }) => `${path} ${blob}`)
    .toSorted()
    .join('\n');

/** The rows with what stands behind each that is done. One without a record stays as it is. */
export const withChecked = (
  rows: readonly StatusRow[],
  records: ReadonlyMap<string, Judged>,
): readonly StatusRow[] =>
  rows.map((row) => {
    const record = records.get(row.phase);
    if (row.status !== 'done') return { ...row, checked: null };
    return record === undefined ? row : { ...row, checked: checkedOf(record) };
  });

/**
 * What stands behind a session whose phases are all done or skipped: what each command said when it ran last, as later phases may mend
 * what earlier ones could not. What was done behind the last check, and was neither checked nor approved, makes it `nothing`.
 */
export function checkedInAll(rows: readonly StatusRow[], records: Records): Checked {
  const done = inOrderDone(rows, records);
  const last = lastSaid(done);
  const said = saidBy([...last.values()]);
  if (said === 'red') return said;
  const each = done.map(checkedOf);
  if ((each.at(-1) ?? 'nothing') === 'nothing') return 'nothing';
  const behind = each.slice(
    1 + each.findLastIndex((checked) => checked !== 'approved' && checked !== 'nothing'),
  );
  return last.size > 0 && !behind.includes('nothing') ? said : 'approved';
}

/** The names of the checks that make such a session `red`, and the phase that such a one ran in last. */
export function redChecks(
  rows: readonly StatusRow[],
  records: Records,
): { readonly checks: readonly string[]; readonly phase: PhaseId | null } {
  const isRed = ({ outcome }: Judged['checks'][number]): boolean => outcome !== 'passed';
  const red = [...lastSaid(inOrderDone(rows, records)).values()].filter(isRed);
  const where = rows.findLast(({ phase }) => records.get(phase)?.checks.some((check) => red.includes(check)));
  return { checks: red.map(({ name }) => name), phase: where?.phase ?? null };
}

type Records = ReadonlyMap<string, Judged>;

const inOrderDone = (rows: readonly StatusRow[], records: Records): readonly Judged[] =>
  rows
    .filter(({ status }) => status === 'done')
    .toSorted((a, b) => ((a.updated ?? '') < (b.updated ?? '') ? -1 : 1))
    .flatMap(({ phase }) => records.get(phase) ?? []);
