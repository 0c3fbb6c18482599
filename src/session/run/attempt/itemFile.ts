import type { StatusRow } from '../../../model/status/status.ts';
import type { AtTip } from '../../drive.ts';

/**
 * The path of a JSON file with the item that a phase is for; null if it is for none. Outside of the working tree, where no capture
 * takes it for work.
 */
export async function itemFile(
  { state, record }: AtTip,
  { phase, attempt }: StatusRow,
): Promise<string | null> {
  const item = record.workflow.phases.find(({ id }) => id === phase)?.item ?? null;
  if (item === null) return null;
  return state.outputFile(phase, attempt, 'item.json', `${JSON.stringify(item.value, null, 2)}\n`);
}
