import type { Label } from '../harness/matchLabel.ts';
import type { OpenWindow } from '../harness/openWindow.ts';

/**
 * Says in *Start Session* what is to be done, once what is to be changed is.
 *
 * @param changes rows of its list, each with what is chosen there
 */
export async function sayStart(
  window: Pick<OpenWindow, 'command' | 'pick' | 'answer'>,
  request: string,
  ...changes: readonly (readonly [row: Label, choice: Label])[]
): Promise<void> {
  await window.command('Cairn: Start Session…');
  for (const [row, choice] of changes) {
    await window.pick(row);
    await window.pick(choice);
  }
  await window.answer(request);
}

/** The row by which a workflow is chosen. */
export const WORKFLOW = /^\s*Workflow:/;
