import { expect } from 'vitest';
import type { Label } from '../harness/matchLabel.ts';
import type { OpenWindow } from '../harness/openWindow.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** What a person does with the tree of sessions, the palette and the editor in front. */
export interface Hands {
  /** What the tree shows, without ages. */
  rows(): Promise<readonly string[]>;
  /** Waits until the tree has these rows, among others. */
  shows(...labels: readonly string[]): Promise<void>;
  /** Opens a row, once it is drawn as one that can be opened. */
  open(row: RegExp): Promise<boolean>;
  /** A command, and what is picked after it. */
  choose(command: string, ...picks: readonly Label[]): Promise<void>;
  /** What the editor in front shows. */
  shown(): Promise<string>;
  /** Types at the beginning of the editor in front. */
  type(text: string): Promise<void>;
  /** Clears all notifications. */
  dismiss(): Promise<void>;
}

/** A tree is drawn a moment after its message. */
const PATIENT = { timeout: 60_000 };

/** `window`: asked each time, as a test file opens it after it is read. */
export function handsOn(window: () => OpenWindow): Hands {
  const text = '.editor-instance .view-lines';
  const rows = async (): Promise<readonly string[]> =>
    (await window().tree('Sessions')).map(({ label }) =>
      label.replace(/,? (updated )?(just now|\d+ \w+ ago)/, ''),
    );
  return {
    rows,
    shows: (...labels) => expect.poll(rows, PATIENT).toEqual(expect.arrayContaining([...labels])),
    open: (row) =>
      waitUntil(
        async () => {
          const found = (await window().tree('Sessions')).find(({ label }) => row.test(label));
          if (found?.expanded === false) await window().clickRow(row);
          return found?.expanded;
        },
        () => `No row ${String(row)} can be opened.`,
      ),
    async choose(command, ...picks) {
      await window().command(command);
      for (const label of picks) await window().pick(label);
    },
    shown: () => window().locator(text).innerText(),
    async type(typed) {
      await window().locator(text).click();
      await window().press('Control+Home');
      await window().type(typed);
    },
    dismiss: () => window().command('Notifications: Clear All Notifications'),
  };
}
