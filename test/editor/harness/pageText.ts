import type { Page } from 'playwright-core';
import { PATIENCE, waitUntil } from './waitUntil.ts';
import type { Label } from './matchLabel.ts';

/** Everything that can be read in the window, webviews included, with no-break spaces as spaces. */
export async function pageText(page: Page): Promise<string> {
  const texts = await Promise.all(
    page.frames().map(async (frame) => {
      try {
        return String(await frame.evaluate('document.body ? document.body.innerText : ""'));
      } catch {
        return ''; // The frame went away while being read: so did its text.
      }
    }),
  );
  return texts.join('\n').replaceAll('\u00A0', ' ');
}

/** Waits until the text can be read somewhere in the window; the error shows what could be read instead. */
export async function waitForText(page: Page, text: Label, timeout = PATIENCE): Promise<void> {
  const isIn = (all: string): boolean => (typeof text === 'string' ? all.includes(text) : text.test(all));
  await waitUntil(
    async () => isIn(await pageText(page)),
    async () => `The window never showed ${String(text)}. It shows:\n${await pageText(page)}\n`,
    timeout,
  );
}
