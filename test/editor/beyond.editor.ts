// @module-tag thorough
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitEnvironment, gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { killRunners } from './support/killRunners.ts';

const WORKFLOW = `schema: 1
name: three
agent: { kind: command, command: [node, agent.mjs] }
phases:
  - id: research
    title: Understand the request
    artifacts: [result.md]
  - id: plan
    title: Make a plan
    artifacts: [result.md]
  - id: build
    title: Build it
    artifacts: [result.md]
    approval: required
`;
const AGENT = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
writeFileSync(join(process.env.CAIRN_PHASE_DIR, 'result.md'), 'Use a cookie.\\n');
`;
const PATIENT = { timeout: 60_000 };

let extension: BuiltExtension;
let window: OpenWindow;
let home: string;
let repo: GitRepo;

const cairn = (...args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd: repo.root, env: { ...gitEnvironment(), HOME: home } };
    execFile(process.execPath, [join(extension.path, 'dist', 'cli.cjs'), ...args], options, (_error, out) =>
      resolve(out.trim()),
    );
  });
const sessions = async (): Promise<readonly string[]> =>
  (await window.tree('Sessions'))
    .map(({ label }) => label.replace(/, workflow .*$/, ''))
    .filter((label) => label.startsWith('Session '));

beforeAll(async () => {
  extension = builtExtension();
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-fork-')));
  repo = await gitRepo({ 'agent.mjs': AGENT, '.cairn/workflows/three.yaml': WORKFLOW }, { parent: home });
  await cairn('start', 'three', '--request', 'Add login', '--id', 'login');
  window = await openWindow({
    workspace: repo.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1280, height: 800 },
  });
  await window.command('View: Show Cairn');
  await window.waitForText('Waiting for your approval: phase 3 of 3');
});
afterAll(async () => {
  await window?.dispose();
  killRunners(repo.root);
  extension?.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

test('a phase is forked from its row: a name is suggested, it is said what will happen, the new session is selected', async () => {
  await window.contextMenu(/^Phase 1, Understand the request/, 'Fork From This Phase…');
  await window.waitForText('Fork “Add login” From Phase 1');
  await window.screenshot('fork-name');
  await window.answer('login-two');
  await window.waitForText('Fork “Add login” from Phase 1?');
  await window.waitForText('does not count there, decisions included: Make a plan, Build it.');
  await window.screenshot('fork-question');
  expect(await repo.git('branch', '--list', 'cairn/login-two')).toBe('');
  await window.dialogButton('Fork Session');
  await window.locator('.monaco-list-row.selected[aria-label*="forked from login@2"]').waitFor();
  await expect
    .poll(sessions, PATIENT)
    .toEqual(['Session Add login, forked from login@2, paused', 'Session Add login, needs approval']);
  await window.screenshot('fork-made');
  await window.notificationButton('Resume Session');
  await expect
    .poll(async () => (JSON.parse(await cairn('status', 'login-two', '--json')) as { state: string }).state, {
      timeout: 60_000,
    })
    .toBe('waiting');
  await expect
    .poll(sessions, PATIENT)
    .toEqual(['Session Add login, forked from login@2, needs approval', 'Session Add login, needs approval']);
});

test('a name that is taken is told before anything is asked; nothing begins without the last word', async () => {
  await window.contextMenu(/^Phase 2, Make a plan/, 'Fork From This Phase…');
  await window.answer('login');
  await window.waitForNotification('The session id "login" is taken');
  expect((await repo.git('branch', '--list', 'cairn/*')).trim()).toBe('cairn/login\n  cairn/login-two');
});

test('an effect of which nobody knows whether it happened is a question in the tree, and is settled there', async () => {
  // The command kills whoever would write down how it ended.
  const cli = join(extension.path, 'dist', 'cli.cjs');
  const command = [cli, 'effect', 'login', '--key', 'build/announce', '--', 'sh', '-c', 'sleep 600'];
  const dying = spawn(process.execPath, command, {
    cwd: repo.root,
    env: { ...gitEnvironment(), HOME: home },
    detached: true,
    stdio: 'ignore',
  });
  await expect
    .poll(() => repo.git('for-each-ref', 'refs/cairn/login/effects'), PATIENT)
    .toContain('refs/cairn/login/effects');
  process.kill(-(dying.pid ?? 0), 'SIGKILL');
  await window.waitForText('Did “build/announce” happen?');
  await window.screenshot('effect-in-doubt');
  await window.rowAction(/did build\/announce happen/, 'It Happened…');
  await window.answer('The mail is in the archive');
  await expect
    .poll(
      async () => (await cairn('effect', 'list', 'login', '--json')).includes('The mail is in the archive'),
      PATIENT,
    )
    .toBe(true);
  await expect
    .poll(
      async () => (await window.tree('Sessions')).filter(({ label }) => label.includes('In doubt')),
      PATIENT,
    )
    .toEqual([]);
});
