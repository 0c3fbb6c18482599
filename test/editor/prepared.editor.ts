// @module-tag thorough
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { handsOn } from './support/hands.ts';
import { sayStart, WORKFLOW } from './support/sayStart.ts';
import { startRepository, type StartRepository } from './support/startRepository.ts';
import { tooltipOf } from './support/tooltipOf.ts';

const PATIENT = { timeout: 60_000 };

let window: OpenWindow;
let site: StartRepository;
let extension: BuiltExtension;

/** A check or a set-up goes on once its file is there. */
const letGo = (name: string): Promise<void> => writeFile(join(dirname(site.git.root), name), '');
const until = (name: string): string =>
  `while ! test -f "${join(dirname(site.git.root), name)}"; do sleep 0.1; done`;

beforeAll(async () => {
  extension = builtExtension();
  site = await startRepository();
  const phase = `artifacts: [only.md], checks: [{ name: npm run lint, run: test -f lint.js }, { name: npm test, run: '${until('tests')}' }]`;
  await site.git.write(
    '.cairn/workflows/careful.yaml',
    `schema: 2\nname: careful\ntitle: With care\nworktree: { setup: ['${until('setup')} # npm ci'] }\nphases:\n  - { id: only, ${phase} }\n`,
  );
  window = await openWindow({
    workspace: site.git.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1280, height: 800 },
    env: site.env,
  });
  await window.command('View: Show Cairn');
  await window.waitForText('No session yet');
});
afterAll(async () => {
  await window?.dispose();
  site?.dispose();
  extension?.remove();
});

const { shows } = handsOn(() => window);
const bar = (text: string): Promise<void> =>
  expect.poll(() => window.locator('.statusbar').innerText(), PATIENT).toContain(text);
const dark = (): Promise<void> => window.command('Preferences: Toggle between Light/Dark Themes');

test('while a worktree is set up and checks run beforehand, row, status bar and hover say so, and what was red', async () => {
  await sayStart(window, 'Add a login page', [WORKFLOW, /^\s*With care/]);
  await expect
    .poll(async () => (await window.tree('Sessions'))[0]?.label, PATIENT)
    .toMatch(/Add a login page, setting up: while/);
  await bar('Add a login page: setting up');
  await window.screenshot('prepared-setup-light');
  await letGo('setup');
  await shows(
    'Session Add a login page, npm test beforehand (2 of 2), npm run lint was red, workflow careful',
  );
  await window.waitForText('Running npm test before anything is changed, since');
  await bar('Add a login page: npm test beforehand');
  await window.screenshot('prepared-checks-light');
  expect(await tooltipOf(window, /^Session Add a login page/)).toMatch(/Red before\s*npm run lint/);
  await dark();
  await window.page.setViewportSize({ width: 480, height: 700 });
  await window.screenshot('prepared-checks-narrow-dark');
  await window.page.setViewportSize({ width: 1280, height: 800 });
});

test('with the view hidden the status bar follows it as well, and it ends when an agent works', async () => {
  await window.command('View: Show Explorer');
  await window.reload();
  await bar('Add a login page: npm test beforehand');
  await letGo('tests');
  await expect.poll(() => window.locator('.statusbar').innerText(), PATIENT).not.toContain('beforehand');
  await window.command('View: Show Cairn');
  await shows('Session Add a login page, blocked, workflow careful');
  await window.screenshot('prepared-blocked-dark');
});
