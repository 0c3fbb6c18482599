// @module-tag thorough
import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitEnvironment, gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { handsOn } from './support/hands.ts';
import { killRunners } from './support/killRunners.ts';
import { tooltipOf } from './support/tooltipOf.ts';

const WORKFLOW = `schema: 3
name: done
agent: { kind: command, command: [sh, -c, 'echo made > "$CAIRN_PHASE_DIR/made.md"'] }
phases:
  - { id: survey, title: Look around, artifacts: [made.md] }
  - { id: plan, title: Plan it, needs: [survey], artifacts: [made.md], approval: required }
  - { id: build, title: Build it, needs: [plan], artifacts: [made.md], checks: [{ name: test, run: 'true' }] }
  - { id: reproduce, title: Show what is wrong, needs: [build], artifacts: [made.md], checks: [{ name: test, run: 'false', expect: fail }] }
  - { id: left, title: One side, needs: [reproduce], artifacts: [made.md] }
  - { id: right, title: The other side, needs: [reproduce], artifacts: [made.md], checks: [{ name: lint, run: 'true' }] }
`;
const DARK = { 'workbench.colorTheme': 'Default Dark Modern' };

let extension: BuiltExtension;
let window: OpenWindow;
let home: string;
let repo: GitRepo;

const cairn = (...words: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    const args = [join(extension.path, 'dist', 'cli.cjs'), ...words];
    const options = { cwd: repo.root, env: { ...gitEnvironment(), HOME: home } };
    execFile(process.execPath, args, options, (error) => resolve(Number(error?.code ?? 0)));
  });

beforeAll(async () => {
  extension = builtExtension();
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-done-')));
  repo = await gitRepo({ '.cairn/workflows/done.yaml': WORKFLOW }, { parent: home, name: 'done' });
  expect(await cairn('start', 'done', 'Add a login page', '--id', 'login-page')).toBe(3);
  expect(await cairn('approve')).toBe(0);
  expect(await cairn('resume')).toBe(0);
  window = await openWindow({
    workspace: repo.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1100, height: 800 },
  });
  await window.command('View: Show Cairn');
});
afterAll(async () => {
  await window?.dispose();
  killRunners(repo.root);
  extension?.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const { rows, shows, open } = handsOn(() => window);

test('each row says what stands behind its done, and below one without checks stands what there is instead', async () => {
  await expect
    .poll(rows, { timeout: 60_000 })
    .toContainEqual(expect.stringMatching(/^Session Add a login page, done, /));
  await open(/^Session Add a login page/);
  await open(/^Phase 2, Plan it/);
  await open(/^Phase 1, Look around/);
  await open(/^Wave 5/);
  await shows(
    'Session Add a login page, done, checks red, workflow done',
    'Phase 1, Look around, done, nothing checked, attempt 1, 1 of 1 artifact',
    'Nothing checked, no checks, and nobody approved it',
    'Phase 2, Plan it, done, approved, attempt 1, 1 of 1 artifact',
    'Approved, by a person: there are no checks',
    'Phase 3, Build it, done, checks passed, attempt 1, 1 of 1 artifact',
    'Phase 4, Show what is wrong, done, checks red, attempt 1, 1 of 1 artifact',
    'Wave 5, side by side, done, 2 phases done (1 nothing checked, 1 checks passed)',
  );
  await window.screenshot('done-light');
});

test('it reads in a dark and narrow window, and on hover', async () => {
  await window.configure(DARK);
  await window.locator('.monaco-workbench.vs-dark').waitFor();
  await window.screenshot('done-dark');
  const said = await tooltipOf(window, /^Session Add a login page/);
  await window.screenshot('done-tooltip-dark');
  expect(said).toContain('done, checks red');
  expect(said).toContain('Plan it (approved)');
});
