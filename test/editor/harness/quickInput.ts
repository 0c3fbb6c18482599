import { errors, type Locator, type Page } from 'playwright-core';
import { clickOn } from './clickOn.ts';
import { happens } from './happens.ts';
import { wholeText, type Label } from './matchLabel.ts';
import { forgetNotifications } from './toldNotifications.ts';
import { PATIENCE, waitUntil } from './waitUntil.ts';

/** One try of the palette: contributed commands arrive within a few of them. */
const ATTEMPT = 2000;

const widget = (page: Page): Locator => page.locator('.quick-input-widget').filter({ visible: true });
const input = (page: Page): Locator =>
  widget(page).locator('.quick-input-filter input.input').filter({ visible: true });
const row = (page: Page, label: Label): Locator =>
  widget(page)
    .locator('.quick-input-list .monaco-list-row')
    .filter({ has: page.locator('.label-name', { hasText: wholeText(label) }) })
    .first();

/**
 * Runs a command by its title in the palette, as a person does.
 *
 * The palette does not learn of commands that are registered while it is open, so it is opened anew until the extension
 * host has brought the command. Something that takes the focus closes it, too.
 */
export async function runCommand(page: Page, title: string, timeout = PATIENCE): Promise<void> {
  const command = row(page, title);
  await forgetNotifications(page);
  await waitUntil(
    async () => {
      await page.keyboard.press('F1');
      const isTaken = await happens(async () => {
        await input(page).fill(`>${title}`, { timeout: ATTEMPT });
        await command.waitFor({ timeout: ATTEMPT });
        await accept(page, command, () => command.click({ timeout: ATTEMPT }));
      });
      // F1 alone would show the old list again, or a box that something else has opened.
      if (!isTaken) await page.keyboard.press('Escape');
      return isTaken;
    },
    () => `The palette never offered “${title}”.`,
    timeout,
  );
  await command.waitFor({ state: 'hidden' });
}

/** Takes an entry of the quick pick that is open or about to be; in one with check boxes it ticks the entry. */
export async function pickEntry(page: Page, label: Label, timeout = PATIENCE): Promise<void> {
  const entry = row(page, label);
  if (!(await happens(() => entry.waitFor({ timeout })))) {
    throw new Error(`No quick pick offers “${String(label)}”. Offered:\n${await offered(page)}\n`);
  }
  if ((await entry.getByRole('checkbox').count()) > 0) await entry.getByRole('checkbox').click();
  else {
    await accept(page, entry, () => clickOn(page, entry, { timeout }));
    await entry.waitFor({ state: 'hidden' });
  }
}

/** Writes into the input box that is open or about to be, and confirms it. */
export async function answerInput(page: Page, text: string, timeout = PATIENCE): Promise<void> {
  await input(page).waitFor({ timeout });
  await input(page).fill(text);
  await page.keyboard.press('Enter');
}

/** Throws Playwright's `TimeoutError` where the list was closed before the entry could be taken. */
async function accept(page: Page, entry: Locator, click: () => Promise<void>): Promise<void> {
  const styles = await entry.getAttribute('class', { timeout: ATTEMPT });
  // Enter cannot miss when rows move as slower answers arrive; a click could.
  if (styles?.split(' ').includes('focused') === true) {
    await input(page).focus({ timeout: ATTEMPT });
    await page.evaluate(WATCH_ENTER);
    await page.keyboard.press('Enter');
    // A list that closes in between leaves the key to whatever has the focus by then. A page that reloads has taken it.
    if (!(await page.evaluate<boolean>(WENT_IN).catch(() => true)))
      throw new errors.TimeoutError('The list was closed.');
  } else await click();
}

const WATCH_ENTER = `globalThis.enterWentIn = false;
document.addEventListener(
  'keydown',
  (event) => { globalThis.enterWentIn = event.target.closest('.quick-input-widget') !== null; },
  { capture: true, once: true },
)`;
/** A page that has been reloaded by then knows nothing of it, and would be reloaded once more if that counted as no. */
const WENT_IN = 'globalThis.enterWentIn !== false';

async function offered(page: Page): Promise<string> {
  const labels = await widget(page).locator('.quick-input-list .monaco-list-row .label-name').allInnerTexts();
  return labels.map((label) => `  ${label}`).join('\n') || '  nothing';
}
