import { templatesIn } from '../template/template.ts';
import type { Phase } from '../workflow/workflow.ts';
import type { Template } from './readItems.ts';

const ITEM = 'item.';

/** What a phase that is repeated asks of each item; null for any other. */
export function templateOf({ id, forEach, title, prompt }: Phase): Template | null {
  if (forEach === null) return null;
  const names = [title ?? '', prompt].flatMap((text) => templatesIn(text).map(({ name }) => name ?? ''));
  const asks = names.filter((name) => name.startsWith(ITEM)).map((name) => name.slice(ITEM.length));
  return { id, forEach, asks: [...new Set(asks)] };
}
