import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow } from '../editor/harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from '../editor/support/builtExtension.ts';
import { watchedGit } from '../editor/support/watchedGit.ts';
import { gitRepo } from '../support/gitRepo.ts';

let home: string;
let extension: BuiltExtension;
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-restricted-')));
  extension = builtExtension();
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  extension.remove();
});

const PATH = '.cairn/sessions/20261120-add-login-7f3k/STATUS.md';
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

test('[F10, E9, M14] lists sessions by reading them, also after an edit, and starts no process; trust brings the rest without a reload', async () => {
  const repository = await gitRepo(
    { 'README.md': '# R\n', [PATH]: STATUS },
    { parent: home, name: 'restricted' },
  );
  const git = watchedGit(home);
  await using window = await openWindow({
    workspace: repository.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1000, height: 640 },
    trusted: false,
    settings: { 'git.enabled': false },
    // The PATH of the extension host as it is, not as a login shell would make it.
    env: { PATH: git.path, VSCODE_CLI: '1' },
  });
  await window.dialogButton("No, I don't trust the authors");
  await window.command('View: Show Cairn');
  await window.waitForText('Restricted Mode: read from STATUS.md files');
  const rows = async (): Promise<readonly string[]> =>
    (await window.tree('Sessions')).map(({ label }) => label.replace(/,? (updated )?\d+ \w+ ago.*$/, ''));
  const shows = (plan: string): Promise<void> =>
    expect
      .poll(rows, { timeout: 60_000 })
      .toEqual([
        'Session Add login, not finished, read from its STATUS.md',
        'Phase 1 research, done, attempt 1, 1 of 1 artifact',
        `Phase 2 plan, ${plan}`,
      ]);
  await shows('not started');
  await window.screenshot('restricted-sessions-light');
  await repository.write(PATH, STATUS.replace('| pending | 0 |', '| running | 1 |'));
  await shows('running, attempt 1, 0 of 2 artifacts');
  // Nothing is offered that would run.
  expect(await window.text()).not.toMatch(/Land Session|Approve|Resume/);
  expect(await window.locator('.statusbar-item').filter({ hasText: 'Add login' }).count()).toBe(0);
  expect(git.calls()).toEqual([]);
  await window.command('Workspaces: Manage Workspace Trust');
  await window.page.getByRole('button', { name: 'Trust', exact: true }).first().click();
  await window.waitForText('No session yet. Start one');
  expect(git.calls().length).toBeGreaterThan(0);
});
