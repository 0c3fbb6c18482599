import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { happens } from './happens.ts';
import { textWithin, type Label } from './matchLabel.ts';
import { pageText, waitForText } from './pageText.ts';
import { answerInput, pickEntry, runCommand } from './quickInput.ts';
import { toldNotifications, waitForNotification } from './toldNotifications.ts';
import { chooseFromRow, clickRow, pressRowAction, readTree, type TreeRow } from './treeRows.ts';
import { PATIENCE } from './waitUntil.ts';
import { waitForWorkbench } from './openWorkbench.ts';

const SCREENSHOTS = join(import.meta.dirname, '..', '..', '..', 'screenshots');

/**
 * What a person does in a window of VS Code; every member waits until it can be done.
 *
 * A label given as text means the whole entry of a list, and a part that ends at a word's end for rows and buttons.
 */
export interface EditorWindow {
  /** Playwright's page, for what is not said below. */
  readonly page: Page;
  /** Runs a command by the title the palette shows, `Category: Title`. */
  command(title: string, options?: { timeout?: number }): Promise<void>;
  /** Takes an entry of a quick pick; with check boxes it ticks it, and `press('Enter')` confirms. */
  pick(label: Label, options?: { timeout?: number }): Promise<void>;
  /** Writes into an input box, or the filter of a quick pick, and presses Enter. */
  answer(text: string): Promise<void>;
  /** Types where the focus is. */
  type(text: string): Promise<void>;
  /** Presses keys in Playwright's names: `Escape`, `Control+Shift+G`. */
  press(keys: string): Promise<void>;
  /** All that can be read in the window now, webviews included. */
  text(): Promise<string>;
  waitForText(text: Label, options?: { timeout?: number }): Promise<void>;
  locator(selector: string): Locator;
  /** The page of the webview in front. */
  webview(): FrameLocator;
  /** Rows of the contributed tree views, top to bottom; of one of them where its title is given. */
  tree(view?: string): Promise<readonly TreeRow[]>;
  clickRow(label: Label): Promise<void>;
  rowAction(label: Label, action: Label): Promise<void>;
  /** Chooses from a row's context menu; more than one item goes through submenus. */
  contextMenu(label: Label, ...items: readonly Label[]): Promise<void>;
  dialogButton(label: Label): Promise<void>;
  /** Waits for what a notification says, or said since the last `command` or `reload`; answers with its whole text. */
  waitForNotification(text: Label, options?: { timeout?: number }): Promise<string>;
  /** What notifications said since then, the ones that went away again included. */
  told(): Promise<readonly string[]>;
  /** What the notifications on screen say. */
  notifications(): Promise<readonly string[]>;
  /** Presses a button of a notification, in the notification centre where it went there already. */
  notificationButton(label: Label): Promise<void>;
  /** As "Developer: Reload Window": the extension host ends and starts again, the window comes back. */
  reload(): Promise<void>;
  /** Saves a picture as `screenshots/<name>.png`; answers with its path. */
  screenshot(name: string): Promise<string>;
}

/** VS Code puts a notification away after ten seconds: from then on it is in the notification centre only. */
const BEFORE_IT_GOES = 10_000;

/** Gives the window in this page its hands. */
export function driveWindow(page: Page): EditorWindow {
  const dialog = page.locator('.monaco-dialog-box').filter({ visible: true });
  const toasts = page.locator('.notification-toast .notification-list-item').filter({ visible: true });
  const notifications = page.locator('.notification-list-item').filter({ visible: true });
  return {
    page,
    command: (title, options) => runCommand(page, title, options?.timeout),
    pick: (label, options) => pickEntry(page, label, options?.timeout),
    answer: (text) => answerInput(page, text),
    type: (text) => page.keyboard.type(text),
    press: (keys) => page.keyboard.press(keys),
    text: () => pageText(page),
    waitForText: (text, options) => waitForText(page, text, options?.timeout),
    waitForNotification: (text, options) => waitForNotification(page, text, options?.timeout),
    told: () => toldNotifications(page),
    locator: (selector) => page.locator(selector),
    webview: () => page.frameLocator('iframe.webview.ready').last().frameLocator('#active-frame'),
    tree: (view) => readTree(page, view),
    clickRow: (label) => clickRow(page, label),
    rowAction: (label, action) => pressRowAction(page, label, action),
    contextMenu: (label, ...items) => chooseFromRow(page, label, items),
    dialogButton: async (label) => {
      const box = dialog.last();
      await box.getByRole('button', { name: textWithin(label) }).click({ timeout: PATIENCE });
    },
    notifications: async () => {
      const texts = await toasts.locator('.notification-list-item-message').allInnerTexts();
      return texts.map((text) => text.replaceAll('\u00A0', ' ').trim());
    },
    notificationButton: async (label) => {
      const button = notifications.getByRole('button', { name: textWithin(label) }).first();
      if (await happens(() => button.click({ timeout: BEFORE_IT_GOES }))) return;
      await runCommand(page, 'Notifications: Show Notifications');
      await button.click({ timeout: PATIENCE });
    },
    reload: async () => {
      const loaded = page.waitForEvent('load', { timeout: PATIENCE });
      await runCommand(page, 'Developer: Reload Window');
      await loaded;
      await waitForWorkbench(page);
    },
    screenshot: async (name) => {
      await mkdir(SCREENSHOTS, { recursive: true });
      const path = join(SCREENSHOTS, `${name}.png`);
      await page.screenshot({ path });
      return path;
    },
  };
}
