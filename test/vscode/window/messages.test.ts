import { beforeEach, expect, test, vi } from 'vitest';
import type { InputBoxOptions, MessageItem, QuickPickOptions } from 'vscode';
import { confirms, showInfo, showWarning } from '../../../src/vscode/window/messages.ts';
import { askText, createPicker, pickOne } from '../../../src/vscode/window/quickInput.ts';
import { showStatus } from '../../../src/vscode/window/showStatus.ts';

const HOSTILE = '$(pass) a\u202eb\nc [x](command:y)';

const { shown } = vi.hoisted(() => {
  // Other files of this worker have another window.
  vi.resetModules();
  return { shown: [] as unknown[][] };
});

vi.mock('vscode', () => {
  const keep = async (...all: unknown[]): Promise<unknown> => (shown.push(all), all[2]);
  return {
    window: {
      showInformationMessage: keep,
      showWarningMessage: keep,
      showInputBox: keep,
      showQuickPick: keep,
      setStatusBarMessage: keep,
      createQuickPick: () => ({}),
    },
  };
});

beforeEach(() => void shown.splice(0));

test('a notification is one line of bounded length without links, and so is each of its buttons, whose answer is as given', async () => {
  expect(await showInfo(HOSTILE, HOSTILE)).toBe(HOSTILE);
  const [[text, , button]] = shown as [[string, unknown, MessageItem]];
  for (const words of [text, button.title]) expect(words).toMatch(/^\$\(pass\) ab c /);
  expect(text).not.toContain('](command:');
  await showWarning('a'.repeat(1_000_000), 'b'.repeat(1_000_000));
  const [, [cut, , cutButton]] = shown as [unknown, [string, unknown, MessageItem]];
  expect(cut.length).toBeLessThan(5_000);
  expect(cutButton.title.length).toBeLessThan(200);
});

test('the details of a question keep their lines and nothing that turns them round', async () => {
  expect(await confirms('Really?', 'one\u202e\ntwo', 'Yes')).toBe(true);
  expect(shown).toMatchObject([['Really?', { modal: true, detail: 'one\ntwo' }, { title: 'Yes' }]]);
});

test('neither titles nor what stands in an empty list or box are icons or more than a line', async () => {
  await askText({ title: HOSTILE, prompt: 'p', placeHolder: HOSTILE });
  await pickOne([], { title: HOSTILE, placeHolder: HOSTILE });
  const picker = createPicker([], { title: HOSTILE, placeholder: HOSTILE });
  const [[box], [, list]] = shown as [[InputBoxOptions], [unknown, QuickPickOptions]];
  const { title, placeholder } = picker as unknown as Record<string, string>;
  for (const words of [box.title, box.placeHolder, list.title, list.placeHolder, title, placeholder])
    expect(words).toMatch(/^\$[^(]\(pass\) ab c /);
});

test('in passing words of the status bar only our own icon is one', () => {
  showStatus('check', HOSTILE, 1);
  expect(shown[0]?.[0]).toMatch(/^\$\(check\) \$[^(]\(pass\) ab c /);
});
