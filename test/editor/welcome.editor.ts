import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitRepo, openGitRepo } from '../support/gitRepo.ts';
import { openWindow, type OpenWindow, type WindowOptions } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { watchedGit } from './support/watchedGit.ts';

let home: string;
let extension: BuiltExtension;
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-welcome-')));
  extension = builtExtension();
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  extension.remove();
});

const open = (workspace: string, options: Partial<WindowOptions> = {}): Promise<OpenWindow> =>
  openWindow({
    workspace,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1000, height: 640 },
    ...options,
  });

/** Waits for a welcome and keeps a picture of it in both themes. */
async function greeted(window: OpenWindow, name: string, words: string): Promise<void> {
  await window.waitForText(words);
  await window.screenshot(`welcome-${name}-light`);
  await window.command('Preferences: Toggle between Light/Dark Themes');
  await window.locator('.monaco-workbench.vs-dark').waitFor();
  await window.screenshot(`welcome-${name}-dark`);
  await window.command('Preferences: Toggle between Light/Dark Themes');
}

test('a window without a folder is asked to open one', async () => {
  const workspace = join(home, 'empty.code-workspace');
  await writeFile(workspace, '{ "folders": [] }');
  await using window = await open(workspace);
  await window.command('View: Show Cairn');
  await greeted(window, 'no-folder', 'Open the folder of a git repository');
});

describe('a folder on its way to its first session', () => {
  let window: OpenWindow;
  let folder: string;
  beforeAll(async () => {
    folder = join(home, 'fresh');
    await mkdir(folder);
    window = await open(folder);
    await window.command('View: Show Cairn');
  });
  afterAll(() => window.dispose());

  test('is no repository, and can be made one', async () => {
    await greeted(window, 'no-repository', 'This folder is not a git repository');
    await window.page.getByRole('button', { name: 'Initialize Repository' }).click();
  });

  test('then has no commit', async () => {
    await greeted(window, 'no-commit', 'This repository has no commit yet');
    const repository = openGitRepo(folder);
    await repository.git('config', 'user.name', 'Ada');
    await repository.git('config', 'user.email', 'ada@example.invalid');
    await repository.write('README.md', '# Fresh\n');
    await repository.commit('first');
  });

  test('then has no workflow, and gets the sample', async () => {
    await greeted(window, 'no-workflow', 'A workflow is a file that names the phases');
    await window.page.getByRole('button', { name: 'Create Sample Workflow' }).click();
    await window.waitForText('feature.yaml');
  });

  test('then can start its first session', async () => {
    await window.command('View: Show Cairn');
    await greeted(window, 'no-session', 'No session yet. Start one');
    await window.page.getByText('Take the tour').click();
    await window.waitForText('Go back without losing anything');
    await window.screenshot('walkthrough-light');
  });
});

test('a machine without git is told so', async () => {
  const repository = await gitRepo({ 'README.md': '# No git\n' }, { parent: home, name: 'no-git' });
  await using window = await open(repository.root, { env: withPath(await makeFolder('no-bin')) });
  await window.command('View: Show Cairn');
  await greeted(window, 'no-git', 'git was not found on this machine');
});

test('a folder in which no session can work says why above the tree, and what to do next', async () => {
  const repository = await gitRepo({}, { parent: home, name: 'bare' });
  await repository.git('config', 'core.bare', 'true');
  await using window = await open(join(repository.root, '.git'));
  await window.command('View: Show Cairn');
  // VS Code shows a view's message or its welcome, never both.
  await greeted(
    window,
    'problem',
    'is a bare repository; sessions need a working tree. Clone it and work there.',
  );
});

test('a window whose repository has no session starts no process of ours until somebody looks', async () => {
  const repository = await gitRepo({ 'README.md': '# Quiet\n' }, { parent: home, name: 'quiet' });
  const git = watchedGit(await makeFolder('quiet-home'));
  await using window = await open(repository.root, {
    settings: { 'git.enabled': false },
    // The list is long, and only what is in sight is drawn.
    size: { width: 1000, height: 2400 },
    env: withPath(git.path),
  });
  // Whoever is in this list has been activated.
  await window.command('Developer: Show Running Extensions');
  await window.waitForText('cairn.cairn');
  await window.screenshot('running-extensions-light');
  expect(git.calls()).toEqual([]);
  // The watch works: looking at the view does start git.
  await window.command('View: Show Cairn');
  await window.waitForText('A workflow is a file');
  expect(git.calls().length).toBeGreaterThan(0);
});

const STATUS = `---
schema: 1
session: 20261120-add-login-7f3k
title: Add login
workflow: feature
plan: sha256:${'0'.repeat(64)}
branch: cairn/20261120-add-login-7f3k
isolation: worktree
base: ${'1'.repeat(40)}
seq: 2
state: running
next: plan
updated: 2026-11-20T10:01:22.123Z
---

# Add login

| # | Phase | Status | Attempt | Artifacts | Updated |
|--:|---|---|--:|--:|---|
| 1 | research | done | 1 | 1/1 | 2026-11-20T10:01:22.123Z |
| 2 | plan | pending | 0 | 0/2 | |

## Notes
`;

describe('Restricted Mode', () => {
  const path = '.cairn/sessions/20261120-add-login-7f3k/STATUS.md';

  test('greets a folder without sessions with the way out', async () => {
    const repository = await gitRepo({ 'README.md': '# R\n' }, { parent: home, name: 'restricted-empty' });
    await using window = await open(repository.root, { trusted: false });
    await window.dialogButton("No, I don't trust the authors");
    await window.command('View: Show Cairn');
    await greeted(window, 'restricted', 'This folder is in Restricted Mode');
  });

  test('[M14] lists sessions by reading them and starts no process; trust brings the rest without a reload [F10]', async () => {
    const repository = await gitRepo(
      { 'README.md': '# R\n', [path]: STATUS },
      { parent: home, name: 'restricted' },
    );
    const git = watchedGit(await makeFolder('restricted-home'));
    await using window = await open(repository.root, {
      trusted: false,
      settings: { 'git.enabled': false },
      env: withPath(git.path),
    });
    await window.dialogButton("No, I don't trust the authors");
    await window.command('View: Show Cairn');
    await window.waitForText('Restricted Mode: read from STATUS.md files');
    await expect
      .poll(
        async () =>
          (await window.tree('Sessions')).map(({ label }) =>
            label.replace(/,? (updated )?\d+ \w+ ago.*$/, ''),
          ),
        { timeout: 20_000 },
      )
      .toEqual([
        'Session Add login, not finished, read from its STATUS.md',
        'Phase 1 research, done, attempt 1, 1 of 1 artifact',
        'Phase 2 plan, not started, 0 of 2 artifacts',
      ]);
    await window.screenshot('restricted-sessions-light');
    expect(git.calls()).toEqual([]);
    await window.command('Workspaces: Manage Workspace Trust');
    await window.page.getByRole('button', { name: 'Trust', exact: true }).first().click();
    await window.waitForText('A workflow is a file');
    expect(git.calls().length).toBeGreaterThan(0);
  });
});

/** The PATH of the extension host as it is, not as a login shell would make it. */
const withPath = (path: string): Record<string, string> => ({ PATH: path, VSCODE_CLI: '1' });

async function makeFolder(name: string): Promise<string> {
  const folder = join(home, name);
  await mkdir(folder);
  return folder;
}
