import type { Page } from 'playwright-core';

/** The buttons that a row has under the mouse. */
export async function rowButtons(page: Page, row: RegExp): Promise<readonly string[]> {
  const found = page.getByRole('treeitem', { name: row }).filter({ visible: true }).first();
  await page.mouse.move(0, 0);
  await found.hover();
  return found
    .getByRole('button')
    .evaluateAll((all: { getAttribute(name: string): string | null }[]) =>
      all.map((button) => button.getAttribute('aria-label') ?? ''),
    );
}
