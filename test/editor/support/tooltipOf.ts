import type { OpenWindow } from '../harness/openWindow.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** What a row says when a person points at it; a tree that is drawn anew in that moment takes it away again. */
export const tooltipOf = (window: OpenWindow, row: RegExp): Promise<string> =>
  waitUntil(
    async () => {
      const hover = window.locator('.monaco-hover').filter({ visible: true }).first();
      await window.page.mouse.move(450, 400);
      await hover.waitFor({ state: 'detached' });
      await window.page.getByRole('treeitem', { name: row }).locator('.label-name').hover();
      // Until the extension has answered, VS Code says so.
      const answered = hover.and(window.page.locator(':not(:has-text("Loading..."))'));
      const said = await answered.innerText({ timeout: 3_000 }).catch(() => undefined);
      return said?.trim().replaceAll(/\s+/g, ' ');
    },
    () => `Nothing is said of ${String(row)}.`,
    60_000,
  );
