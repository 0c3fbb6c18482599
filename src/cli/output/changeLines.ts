import { plainLine } from '../terminal/plainText.ts';
import type { Style } from '../terminal/style.ts';

/** A line for each changed file, as git's short status has them: `  M src/a.ts`. Deletions come first. */
export function changeLines(
  changed: readonly { readonly path: string; readonly change: 'added' | 'modified' | 'deleted' }[],
  style: Style,
): readonly string[] {
  const letters = { deleted: style.bad('D'), modified: style.asks('M'), added: style.good('A') };
  const order = ['deleted', 'modified', 'added'];
  return changed
    .toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change))
    .map(({ path, change }) => `  ${letters[change]} ${plainLine(path)}`);
}
