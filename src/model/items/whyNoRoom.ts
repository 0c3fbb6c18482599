import { MOST_FILE_BYTES } from '../checkpoint/mostBytes.ts';
import { filledLengths, MOST_FILLED, type TemplateValues } from '../template/fillWorkflow.ts';
import { bytesOf } from '../text/losslessText.ts';
import type { Workflow } from '../workflow/workflow.ts';
import { expandWorkflow } from './expandWorkflow.ts';
import { MOST_ITEMS, type Expansion } from './item.ts';
import { ITEMS_FILE, renderItems } from './itemsRecord.ts';
import { itemTexts } from './itemTexts.ts';

/**
 * Why the items of a list cannot be run beside those of others, though nothing is wrong with them; null if they can. Said at the gate
 * of the phase that wrote it, as later nobody could go on.
 *
 * @param others the lists that were read before
 */
export function whyNoRoom(
  { workflow, ...values }: TemplateValues & { readonly workflow: Workflow },
  others: readonly Expansion[],
  list: Expansion,
): string | null {
  const all = [...others, list];
  const many = all.reduce((sum, { items }) => sum + items.length, 0);
  if (many > MOST_ITEMS)
    return `with its ${list.items.length} items all lists of the session have ${many}, and may have ${MOST_ITEMS}`;
  const { length } = bytesOf(renderItems(all));
  if (length > MOST_FILE_BYTES)
    return `with its items ${ITEMS_FILE} has ${length} bytes, and may have ${MOST_FILE_BYTES}`;
  return whyTooLong(workflow, values, all, list);
}

/** Each item has a prompt of its own. */
function whyTooLong(
  workflow: Workflow,
  values: TemplateValues,
  all: readonly Expansion[],
  { template, items }: Expansion,
): string | null {
  const plan = expandWorkflow({ ...workflow, phases: workflow.written }, all);
  const lengths = filledLengths(plan, values, itemTexts);
  const sum = lengths.reduce((before, length) => before + length, 0);
  if (sum <= MOST_FILLED) return null;
  let room = MOST_FILLED - sum;
  const own = lengths.filter((_length, index) => plan.phases[index]?.item?.template === template);
  for (const length of own) room += length;
  const fit = own.findIndex((length) => (room -= length) < 0);
  return `with its ${items.length} items the prompts have ${sum} characters as they are filled in, and may have ${MOST_FILLED}: ${Math.max(0, fit)} of its items are possible, or shorter ones`;
}
