import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitEnvironment, gitRepo, openGitRepo } from '../support/gitRepo.ts';
import { THOROUGH } from '../support/thorough.ts';
import { openWindow, type OpenWindow, type WindowOptions } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { watchedGit } from './support/watchedGit.ts';
import { watchedStats } from './support/watchedStats.ts';

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

/** The check of this machine is a document of its own, read in both themes. */
async function checked(window: OpenWindow, name: string, words: string): Promise<void> {
  await window.command('Cairn: Check This Machine');
  const page = window.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  await page.getByText(words).waitFor();
  await page.getByText('No session can be run here').waitFor();
  await window.screenshot(`check-${name}-light`);
  await window.command('Preferences: Toggle between Light/Dark Themes');
  await window.locator('.monaco-workbench.vs-dark').waitFor();
  await window.screenshot(`check-${name}-dark`);
  await window.command('Preferences: Toggle between Light/Dark Themes');
}

test('a window without a folder is asked to open one', THOROUGH, async () => {
  const workspace = join(home, 'empty.code-workspace');
  await writeFile(workspace, '{ "folders": [] }');
  await using window = await open(workspace);
  await window.command('View: Show Cairn');
  await greeted(window, 'no-folder', 'Open the folder of a git repository');
  await checked(window, 'no-folder', 'repository: no folder is open');
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

  test('then can start its first session, and needs no workflow of its own', async () => {
    await greeted(window, 'no-session', 'No session yet. Start one');
    await window.command('Cairn: Start Session…');
    await window.waitForText('Type what is to be done');
    await window.waitForText('Workflow: feature');
    await window.press('Escape');
  });

  test('then gets a workflow as a file, if it wants to', async () => {
    await window.command('Cairn: Create Workflow…');
    await window.pick(/A feature/);
    await window.waitForText('feature.yaml');
    await window.waitForNotification('No tests of this project were found', { timeout: 60_000 });
    await window.command('View: Show Cairn');
    await window.page.getByText('Take the tour').click();
    await window.waitForText('Go back without losing anything');
    await window.screenshot('walkthrough-light');
  });
});

test('a machine without git is told so', THOROUGH, async () => {
  const repository = await gitRepo({ 'README.md': '# No git\n' }, { parent: home, name: 'no-git' });
  await using window = await open(repository.root, { env: withPath(await makeFolder('no-bin')) });
  await window.command('View: Show Cairn');
  await greeted(window, 'no-git', 'git was not found on this machine');
});

test(
  'a folder in which no session can work says why above the tree, and what to do next',
  THOROUGH,
  async () => {
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
  },
);

test('[L22] a window starts no process of ours where no session is; where one is, a stat and one for-each-ref tell of it, and no agent starts', async () => {
  const begun = join(home, 'agent-was-here');
  const repository = await gitRepo(
    { 'README.md': '# Quiet\n', '.cairn/workflows/quiet.yaml': quietFlow(begun) },
    { parent: home, name: 'quiet' },
  );
  const quiet = await makeFolder('quiet-home');
  const git = watchedGit(quiet);
  const looks = watchedStats(extension, quiet, join(repository.root, '.git', 'cairn'));
  await using window = await open(repository.root, {
    settings: { 'git.enabled': false },
    // The list is long, and only what is in sight is drawn.
    size: { width: 1000, height: 2400 },
    env: withPath(git.path),
  });
  // Whoever is in this list has been activated.
  const activated = async (): Promise<void> => {
    await window.command('Developer: Show Running Extensions');
    await window.waitForText('cairn.cairn');
  };
  await activated();
  await window.screenshot('running-extensions-light');
  expect([git.calls(), looks()]).toEqual([[], 1]);

  execFileSync(
    process.execPath,
    [join(extension.path, 'dist', 'cli.cjs'), 'start', 'quiet', '--request', 'Be quiet', '--until', 'one'],
    { cwd: repository.root, env: gitEnvironment() },
  );
  rmSync(begun);
  await window.reload();
  await activated();
  // Nobody has looked at the view: what is asked is what the window asks by itself.
  const asked = (): readonly string[] => git.calls().map((call) => call.replaceAll(/-c \S+ /g, ''));
  await expect.poll(() => asked().join('\n'), { timeout: 60_000 }).toMatch(/^rev-list .*--max-count/m);
  expect(looks()).toBe(2);
  expect(asked().filter((call) => /^for-each-ref .* refs\/heads\/cairn\/\*/.test(call))).toHaveLength(1);
  // The rest only reads the one session that is not done.
  const reading = ['cat-file', 'for-each-ref', 'rev-list', 'status', 'version'];
  expect([...new Set(asked().map((call) => call.replace(/ .*/s, '')))].toSorted()).toEqual(reading);
  await window.command('View: Show Cairn');
  await window.waitForText('Be quiet');
  expect(existsSync(begun)).toBe(false);
});

describe('Restricted Mode', THOROUGH, () => {
  test('greets a folder without sessions with the way out', async () => {
    const repository = await gitRepo({ 'README.md': '# R\n' }, { parent: home, name: 'restricted-empty' });
    await using window = await open(repository.root, { trusted: false });
    await window.dialogButton("No, I don't trust the authors");
    await window.command('View: Show Cairn');
    await greeted(window, 'restricted', 'This folder is in Restricted Mode');
    await checked(window, 'restricted', 'not looked at: this window is in Restricted Mode');
  });
});

/** The PATH of the extension host as it is, not as a login shell would make it. */
const withPath = (path: string): Record<string, string> => ({ PATH: path, VSCODE_CLI: '1' });

/** An agent that leaves a trace, and would be asked for a second phase. */
const quietFlow = (trace: string): string => `schema: 1
name: quiet
title: Quiet
agent: { kind: command, command: [sh, -c, ${JSON.stringify(`touch "${trace}"; echo one > "$CAIRN_PHASE_DIR/$CAIRN_PHASE.md"`)}] }
phases:
  - { id: one, title: One, artifacts: [one.md] }
  - { id: two, title: Two, artifacts: [two.md] }
`;

async function makeFolder(name: string): Promise<string> {
  const folder = join(home, name);
  await mkdir(folder);
  return folder;
}
