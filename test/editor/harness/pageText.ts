import type { Page } from 'playwright-core';
import { PATIENCE, waitUntil } from './waitUntil.ts';
import type { Label } from './matchLabel.ts';

/**
 * Without what the workbench says to screen readers only, since it says it before anything is to be seen, and without
 * what is not drawn, whose `innerText` would be its source.
 */
const VISIBLE_TEXT = `(() => {
  const workbench = document.querySelector('.monaco-workbench');
  const parts = workbench ? [...workbench.children] : [document.body];
  const drawn = parts.filter((part) => part?.checkVisibility() && !part.matches('.monaco-aria-container'));
  return drawn.map((part) => part.innerText).join('\\n');
})()`;

/** Everything that can be read in the window, webviews included, with no-break spaces as spaces. */
export async function pageText(page: Page): Promise<string> {
  const texts = await Promise.all(
    page.frames().map(async (frame) => {
      try {
        return String(await frame.evaluate(VISIBLE_TEXT));
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
