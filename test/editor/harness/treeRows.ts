import type { Locator, Page } from 'playwright-core';
import { clickOn } from './clickOn.ts';
import { happens } from './happens.ts';
import { textWithin, type Label } from './matchLabel.ts';
import { waitUntil } from './waitUntil.ts';

/** One row as a screen reader would announce it. */
export interface TreeRow {
  readonly label: string;
  /** 1 for the roots. */
  readonly level: number;
  /** Absent for a row that has nothing below it. */
  readonly expanded?: boolean;
}

/** The part of the DOM that reading a row takes; the tests are compiled without the browser's types. */
interface RowElement {
  getAttribute(name: string): string | null;
}

/**
 * Reads the rows of the tree views that extensions contributed, from top to bottom.
 *
 * Trees draw only the rows that fit: ask in a window that is tall enough.
 */
export async function readTree(page: Page, view?: string): Promise<readonly TreeRow[]> {
  const attributes = await rowsOf(page, view).evaluateAll((rows: unknown[]) =>
    (rows as RowElement[])
      .map((row) =>
        ['aria-label', 'aria-level', 'aria-expanded', 'data-index'].map((name) => row.getAttribute(name)),
      )
      .sort((a, b) => Number(a[3]) - Number(b[3])),
  );
  return attributes.map(([label, level, expanded]) => ({
    label: label ?? '',
    level: Number(level),
    ...(expanded === null || expanded === undefined ? {} : { expanded: expanded === 'true' }),
  }));
}

/** Clicks a row of any tree, as one click does: it selects, and runs the row's command if it has one. */
export const clickRow = (page: Page, label: Label): Promise<void> => clickOn(page, findRow(page, label));

/** Presses one of the buttons that a row shows under the mouse. */
export async function pressRowAction(page: Page, label: Label, action: Label): Promise<void> {
  const row = findRow(page, label);
  await waitUntil(
    async () => {
      // A row that is drawn anew meanwhile shows its buttons only once the mouse moves again.
      await page.mouse.move(0, 0);
      if (!(await happens(() => row.hover({ timeout: DRAWN_ANEW })))) return false;
      const button = row.getByRole('button', { name: textWithin(action) });
      await page.evaluate(HEAR_CLICK);
      await happens(() => button.click({ timeout: DRAWN_ANEW }));
      return page.evaluate<boolean>(HEARD);
    },
    () => `The row of ${String(label)} never had a button “${String(action)}”.`,
  );
}

/** How long a row or its button may take to be there under the mouse; then the mouse moves again. */
const DRAWN_ANEW = 2000;

/**
 * Whether a button was clicked: one that is drawn anew between the press and the release of the mouse is not, and nothing tells.
 * Who is clicked hears it before the workbench does.
 */
const HEAR_CLICK = `(() => {
  globalThis.heardClick = false;
  const hear = ({ target }) => { globalThis.heardClick ||= target.closest('[role=button]') !== null; };
  globalThis.hearsClicks ??= document.addEventListener('click', hear, true) ?? true;
})()`;
const HEARD = 'globalThis.heardClick';

/** How long a menu may take to open; then it is opened anew. */
const MENU = 5000;

/** Opens a row's context menu and chooses an entry, by way of submenus where more than one is named. */
export async function chooseFromRow(page: Page, label: Label, items: readonly Label[]): Promise<void> {
  const entry = (item: Label): Locator =>
    page
      .getByRole('menuitem', { name: textWithin(item) })
      .filter({ visible: true })
      .first();
  // A menu takes no click in its first moments, lest the click that opened it choose something; keys it takes.
  const choose = async (item: Label): Promise<void> => {
    await entry(item).hover({ timeout: MENU });
    await page.keyboard.press('Enter');
  };
  await waitUntil(
    async () => {
      await clickOn(page, findRow(page, label), { button: 'right' });
      // A menu shows what could be done when its row was last drawn, does not learn while it is open, and closes when a message takes the focus.
      const isChosen = await happens(async () => {
        for (const item of items) await choose(item);
      });
      if (!isChosen) await page.keyboard.press('Escape');
      return isChosen;
    },
    () => `The menu of ${String(label)} never had “${items.join(' › ')}”.`,
  );
  await page.locator('.monaco-menu').filter({ visible: true }).waitFor({ state: 'hidden' });
}

function rowsOf(page: Page, view: string | undefined): Locator {
  const pane = page
    .locator('.pane')
    .filter({ has: page.locator('.pane-header .title', { hasText: view ?? '' }) });
  const tree = view === undefined ? page.locator('.customview-tree') : pane.locator('.customview-tree');
  return tree.filter({ visible: true }).getByRole('treeitem');
}

const findRow = (page: Page, label: Label): Locator =>
  page
    .getByRole('treeitem', { name: textWithin(label) })
    .filter({ visible: true })
    .first();
