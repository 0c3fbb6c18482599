import type { Locator, Page } from 'playwright-core';
import { happens } from './happens.ts';
import { PATIENCE, waitUntil } from './waitUntil.ts';

/** One try: what is clicked may be drawn anew, or something may lie over it. */
const ATTEMPT = 2000;

/** Clicks what is there or about to be. The hover of something else may lie over it, until the mouse goes elsewhere. */
export async function clickOn(
  page: Page,
  target: Locator,
  { button = 'left', timeout = PATIENCE }: { button?: 'left' | 'right'; timeout?: number } = {},
): Promise<void> {
  await waitUntil(
    async () => {
      await page.mouse.move(0, 0);
      return happens(() => target.click({ button, timeout: ATTEMPT }));
    },
    () => `Never to be clicked: ${String(target)}.`,
    timeout,
  );
}
