import type { Page } from 'playwright-core';
import type { Label } from './matchLabel.ts';
import { pageText } from './pageText.ts';
import { PATIENCE, waitUntil } from './waitUntil.ts';

/**
 * Keeps what every notification said, in the page: most go away after ten seconds, or behind newer ones, and a busy
 * machine may not look in time. By what the workbench says for screen readers, which is said of each: the fourth within 800 ms is
 * shown in the notification centre only.
 */
export const KEEP_NOTIFICATIONS = `(() => {
  const told = (globalThis.toldNotifications = []);
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      if (target.className === 'monaco-alert')
        for (const { textContent } of addedNodes) {
          const said = /^(?:Info|Warning|Error): (.*)$/s.exec(textContent ?? '');
          if (said !== null) told.push(said[1]);
        }
  }).observe(document, { childList: true, subtree: true });
})();`;

const FORGET = 'globalThis.toldNotifications.length = 0';

/** What notifications said since the last command or reload, whether it can still be seen or not. */
export async function toldNotifications(page: Page): Promise<readonly string[]> {
  const told = await page.evaluate<readonly string[]>('globalThis.toldNotifications');
  return told.map((one) => one.replaceAll('\u00A0', ' ').trim());
}

/** What was said until now does not count any more, whether it can still be seen or not. */
export const forgetNotifications = (page: Page): Promise<unknown> => page.evaluate(FORGET);

/** Waits until a notification has said this since the last command or reload, and answers with all that it said. */
export function waitForNotification(page: Page, text: Label, timeout = PATIENCE): Promise<string> {
  const fits = (one: string): boolean => (typeof text === 'string' ? one.includes(text) : text.test(one));
  return waitUntil(
    async () => (await toldNotifications(page)).find(fits),
    async () =>
      `No notification said ${String(text)}. Told since the last command: ` +
      `${JSON.stringify(await toldNotifications(page))}. The window shows:\n${await pageText(page)}\n`,
    timeout,
  );
}
