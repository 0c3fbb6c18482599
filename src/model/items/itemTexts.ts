import { isObject } from '../../base/json.ts';
import type { ItemTexts } from '../template/fillWorkflow.ts';
import type { Phase } from '../workflow/workflow.ts';
import { textOf } from './readItems.ts';

/** What the templates of a phase for an item stand for; null for any other phase. */
export function itemTexts({ item }: Phase): ItemTexts {
  if (item === null) return null;
  const keys = isObject(item.value) ? Object.keys(item.value) : [];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const text = textOf(item.value, key);
      return text === null ? [] : [[key, text]];
    }),
  );
}
