// @module-tag thorough
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { sayStart } from './support/sayStart.ts';

/** What is there a moment after the window is. */
const PATIENT = { timeout: 60_000 };

const WORKFLOW = `schema: 1
name: work
title: Some work
phases:
  - { id: only, artifacts: [only.md] }
`;

let home: string;
let git: GitRepo;
let window: OpenWindow;
let extension: BuiltExtension;

const bin = (): string => join(home, 'bin');
const settings = (): string => readFileSync(join(home, 'config', 'cairn', 'agents.yaml'), 'utf8');
const install = (program: string, version: string): Promise<void> =>
  writeFile(join(bin(), program), `#!/bin/sh\necho "${version}"\n`, { mode: 0o755 });

beforeAll(async () => {
  extension = builtExtension();
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-agents-')));
  mkdirSync(bin());
  git = await gitRepo(
    { '.cairn/workflows/work.yaml': WORKFLOW, 'README.md': '# Agents\n' },
    { parent: home, name: 'agents' },
  );
  window = await openWindow({
    workspace: git.root,
    extensionDevelopmentPath: extension.path,
    theme: 'dark',
    size: { width: 1100, height: 800 },
    // As from a terminal: else the server asks the login shell for its PATH, and this one is lost.
    env: { VSCODE_CLI: '1', PATH: `${bin()}:/usr/bin:/bin`, XDG_CONFIG_HOME: join(home, 'config') },
  });
  await window.command('View: Show Cairn');
  await window.waitForText('No session yet');
});
afterAll(async () => {
  await window?.dispose();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  extension?.remove();
});

test('where no agent is installed the welcome says so', async () => {
  await window.waitForText('No coding agent that Cairn knows is installed');
  await window.screenshot('agents-none-dark');
});

test('the start says that the work is the person’s', async () => {
  await window.command('Cairn: Start Session…');
  await window.waitForText('Agent: you, by hand');
  await window.waitForText('no coding agent was found');
  await window.screenshot('start-nobody-dark');
  await window.pick(/^\s*Agent:/);
  await window.waitForText('npm install -g opencode-ai');
  await window.press('Escape');
});

test('what is missing comes with the command that installs it, which does not run by itself', async () => {
  await window.command('Cairn: Choose Agent…');
  await window.waitForText('npm install -g opencode-ai');
  await window.pick(/^\s*opencode/);
  await window.waitForNotification('opencode is installed with: npm install -g opencode-ai', PATIENT);
  await window.screenshot('agents-install-dark');
  await window.command('Notifications: Clear All Notifications');
});

test('what is installed meanwhile is found, with its version, and the choice is written down for the terminal, too', async () => {
  await install('opencode', '1.18.33');
  await install('claude', '2.1.0 (Claude Code)');
  await window.command('Cairn: Choose Agent…');
  await window.waitForText('over the protocol · 1.18.33');
  await window.screenshot('agents-pick-dark');
  await window.pick(/^\s*opencode/);
  await expect.poll(settings, PATIENT).toBe('auto: opencode\n');
  await window.command('Cairn: Start Session…');
  await window.waitForText('Agent: opencode 1.18.33');
  await window.pick(/^\s*Agent:/);
  await window.pick(/^\s*Claude/);
  await expect.poll(settings, PATIENT).toBe('auto: claude\n');
  await window.waitForText('Agent: Claude Code 2.1.0');
  await window.screenshot('agents-start-dark');
  await window.pick(/^\s*Agent:/);
  await window.pick(/^\s*opencode/);
  await expect.poll(settings, PATIENT).toBe('auto: opencode\n');
  await window.press('Escape');
  await expect.poll(() => window.text(), PATIENT).not.toContain('No coding agent that Cairn knows');
});

test('one that was chosen and is gone is refused before anything is written, and the error leads to the choice', async () => {
  rmSync(join(bin(), 'opencode'));
  await sayStart(window, 'Do it');
  await window.waitForNotification('agent "opencode" is not on this machine', PATIENT);
  await window.screenshot('agents-gone-dark');
  await window.press('Escape');
  await window.notificationButton('Choose Agent…');
  await window.waitForText('chosen, but not here');
  await window.screenshot('agents-gone-pick-dark');
  await window.pick(/Automatic/);
  await expect.poll(settings, PATIENT).toBe('');
});
