import type { Checked } from '../../model/status/statusWords.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { NewCheckpoint } from './newCheckpoint.ts';

/** What stands behind the phase that a checkpoint closes; nothing of one that closes none, although its phase may be done. */
export function closedBy(
  { kind, phase }: Pick<NewCheckpoint, 'kind' | 'phase'>,
  { status }: SessionRecord,
): { readonly checked?: Checked } {
  const checked = status.rows.find((row) => row.phase === phase)?.checked ?? null;
  return checked === null || (kind !== 'phase' && kind !== 'approval') ? {} : { checked };
}
