import type { Page } from 'playwright-core';
import { KEEP_NOTIFICATIONS } from './toldNotifications.ts';
import { PATIENCE } from './waitUntil.ts';

/**
 * With the driver for tests the workbench suppresses notification toasts, which people and our tests want to see.
 *
 * The driver carries the service that is asked about it, and comes before the first toast can.
 */
const SHOW_NOTIFICATIONS = `Object.defineProperty(globalThis, 'driver', {
  configurable: true,
  set(driver) {
    Object.defineProperty(driver.environmentService, 'enableSmokeTestDriver', { value: false });
    Object.defineProperty(globalThis, 'driver', { value: driver });
  },
});`;

/** Opens the address of a window and waits for its workbench. */
export async function openWorkbench(page: Page, address: string): Promise<void> {
  await page.addInitScript(SHOW_NOTIFICATIONS);
  await page.addInitScript(KEEP_NOTIFICATIONS);
  await page.goto(address);
  await waitForWorkbench(page);
}

/** Resolves when the workbench has put back its parts; contributed commands and views may still be on their way. */
export async function waitForWorkbench(page: Page): Promise<void> {
  await page.waitForFunction('globalThis.driver !== undefined', undefined, { timeout: PATIENCE });
  await page.evaluate('driver.whenWorkbenchRestored()');
}
