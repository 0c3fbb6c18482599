import { createVSIX } from '@vscode/vsce';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFixtureExtension } from './fixtureExtension.ts';
import { openWindow, type OpenWindow, type WindowOptions } from './openWindow.ts';
import { runExtensionTests } from './runExtensionTests.ts';
import { THOROUGH } from '../../support/thorough.ts';

let home: string;
let contents: Pick<WindowOptions, 'workspace' | 'extensionDevelopmentPath'>;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cairn-smoke-'));
  const workspace = join(home, 'a workspace');
  await mkdir(workspace);
  await writeFile(join(workspace, 'note.txt'), 'a note\n');
  contents = { workspace, extensionDevelopmentPath: await writeFixtureExtension(join(home, 'extension')) };
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('tests inside the window', THOROUGH, () => {
  test('report what passed and what failed', async () => {
    const results = await runExtensionTests({
      testFile: join(import.meta.dirname, 'smoke.window.ts'),
      extensionDevelopmentPath: join(home, 'extension'),
      workspace: join(home, 'a workspace'),
      env: { FIXTURE_WORD: 'hello' },
    });
    expect(results).toEqual([
      { name: 'the extension under development is there and starts', ok: true },
      { name: 'one and one is three', ok: false, error: expect.stringContaining('2 !== 3') },
    ]);
  });
});

describe('a window', THOROUGH, () => {
  let window: OpenWindow;
  beforeAll(async () => {
    window = await openWindow({ ...contents, theme: 'light' });
  });
  afterAll(() => window.dispose());

  const rows = [
    { label: 'first a row, has actions', level: 1, expanded: true },
    { label: 'inner a row, has actions', level: 2 },
    { label: 'second a row, has actions', level: 1 },
  ];

  test('shows the rows of a contributed tree', async () => {
    await window.command('View: Show Fixture');
    await window.waitForText('second');
    await expect.poll(() => window.tree('Rows')).toEqual(rows);
  });

  test('runs a command, takes from its quick pick and reads its notification', async () => {
    await window.command('Fixture: Ask');
    await window.pick('apple');
    await window.waitForNotification('Took apple for nobody, trusted: true');
    await expect.poll(() => window.notifications()).toEqual(['Took apple for nobody, trusted: true']);
    await window.screenshot('smoke-light');
    await window.notificationButton('Well');
    await expect.poll(() => window.notifications()).toEqual([]);
    expect(await window.told()).toEqual(['Took apple for nobody, trusted: true']);
  });

  test('reads notifications that come faster than the window shows them', async () => {
    await window.command('Fixture: Many');
    await window.waitForNotification('Number 6');
    expect(await window.told()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Number ${number}`));
  });

  test('presses the button of a row', async () => {
    await window.rowAction('second', 'Ask');
    await window.pick('pear');
    await window.waitForNotification('Took pear for second');
  });

  test('chooses from the context menu of a row, answers an input box and a dialog', async () => {
    await window.clickRow('inner');
    await window.contextMenu('inner', 'Write');
    await window.answer('home');
    await window.dialogButton('Write It');
    await window.waitForNotification('Write It: home for inner');
  });

  test('reads and clicks in a webview', async () => {
    await window.command('Fixture: Page');
    await window.webview().getByRole('button', { name: 'Sum' }).click();
    await window.webview().getByRole('button', { name: '2' }).waitFor();
  });

  test('is there again after a reload', async () => {
    await window.reload();
    await window.waitForText('second');
    await expect.poll(() => window.tree()).toEqual(rows);
    await window.command('Fixture: Ask');
    await window.pick('pear');
    await window.waitForNotification('Took pear for nobody');
  });
});

test('a window can be dark, and have a packaged extension', THOROUGH, async () => {
  const vsix = join(home, 'fixture.vsix');
  await createVSIX({
    cwd: join(home, 'extension'),
    packagePath: vsix,
    allowMissingRepository: true,
    skipLicense: true,
  });
  await using window = await openWindow({ workspace: contents.workspace, vsix, theme: 'dark' });
  await window.command('View: Show Fixture');
  await window.waitForText('second');
  await window.locator('.monaco-workbench.vs-dark').waitFor();
  const picture = await readFile(await window.screenshot('smoke-dark'));
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
});

test('a window without trust asks, and stays restricted when told so', THOROUGH, async () => {
  await using window = await openWindow({ ...contents, theme: 'light', trusted: false });
  await window.dialogButton("No, I don't trust the authors");
  await window.waitForText('Restricted Mode');
  await window.command('Fixture: Ask');
  await window.pick('apple');
  await window.waitForNotification('trusted: false');
  await window.screenshot('smoke-restricted');
});
