import { errors, type Locator, type Page } from 'playwright-core';
import { happens } from './happens.ts';
import { PATIENCE, waitUntil } from './waitUntil.ts';

/** One try: what is clicked may be drawn anew, or something may lie over it. */
const ATTEMPT = 2000;

/** Lies over the whole window while a menu is open, also one that came too late for whoever had waited for it. */
const BELOW_MENU = '.context-view-block';

/**
 * Clicks what is there or about to be. The hover of something else may lie over it, until the mouse goes elsewhere, and a menu, until
 * somebody clicks beside it.
 */
export async function clickOn(
  page: Page,
  target: Locator,
  { button = 'left', timeout = PATIENCE }: { button?: 'left' | 'right'; timeout?: number } = {},
): Promise<void> {
  let why = '';
  await waitUntil(
    async () => {
      await page.mouse.move(0, 0);
      try {
        await target.click({ button, timeout: ATTEMPT });
        return true;
      } catch (error) {
        if (!(error instanceof errors.TimeoutError)) throw error;
        why = error.message;
        const below = page.locator(BELOW_MENU).first();
        if ((await below.count()) > 0)
          await happens(() => below.click({ position: { x: 1, y: 1 }, timeout: ATTEMPT }));
        return false;
      }
    },
    () => `Never to be clicked: ${String(target)}. At last: ${why}`,
    timeout,
  );
}
