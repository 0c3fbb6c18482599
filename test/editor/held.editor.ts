// @module-tag thorough
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { handsOn } from './support/hands.ts';
import { killRunners } from './support/killRunners.ts';
import { sayStart } from './support/sayStart.ts';

const WORKFLOW = `schema: 2
name: ticket
title: A ticket
agent: { kind: command, command: [node, agent.mjs] }
inputs:
  ticket: { description: Which ticket, required: true, pattern: "^[A-Z]+-\\\\d+$" }
  depth: { description: How deep, required: true, enum: [shallow, deep] }
phases:
  - id: draft
    title: "Draft {{ inputs.ticket }}, {{ inputs.depth }}"
    artifacts: [draft.md]
    approval: required
`;
const AGENT = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
writeFileSync('app.txt', 'changed by the agent\\n');
writeFileSync(join(process.env.CAIRN_PHASE_DIR, 'draft.md'), 'Drafted by the agent.\\n');
`;
const PHASE = /^Phase 1, Draft/;

let extension: BuiltExtension;
let window: OpenWindow;
let home: string;
let repo: GitRepo;

beforeAll(async () => {
  extension = builtExtension();
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-held-')));
  repo = await gitRepo(
    { 'agent.mjs': AGENT, 'app.txt': 'as it was\n', '.cairn/workflows/ticket.yaml': WORKFLOW },
    { parent: home, name: 'held' },
  );
  window = await openWindow({
    workspace: repo.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1280, height: 1000 },
  });
  await window.command('View: Show Cairn');
  await window.waitForText('No session yet');
});
afterAll(async () => {
  await window?.dispose();
  killRunners(repo.root);
  extension?.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const { shows, open, shown, dismiss } = handsOn(() => window);
const branch = async (): Promise<string> =>
  repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/cairn/');

test('inputs are asked for with what they must be, one that does not fit is not taken, and they fill titles', async () => {
  await sayStart(window, 'Draft it', [/^\s*Workflow:/, /A ticket/]);
  await window.page.getByPlaceholder('Which ticket (must match ^[A-Z]+-\\d+$)').waitFor();
  await window.answer('nonsense');
  await window.waitForText('ticket must match ^[A-Z]+-\\d+$, not "nonsense"');
  await window.screenshot('inputs-refused-light');
  await window.answer('ABC-12');
  await window.waitForText('shallow');
  await window.screenshot('inputs-choice-light');
  await window.pick('deep');
  await shows('Phase 1, Draft ABC-12, deep, waiting for your approval, attempt 1, 1 of 1 artifact');
});

test('work that waits is in no tree of a checkpoint, and is opened, browsed and reviewed all the same', async () => {
  expect(await repo.git('show', `${await branch()}:app.txt`)).toBe('as it was');
  await open(PHASE);
  // What a person changes since is not what the attempt left.
  const session = (await branch()).replace('cairn/', '');
  const worktree = join(`${repo.root}.worktrees`, session);
  await writeFile(join(worktree, 'app.txt'), 'changed by a person\n');
  await window.rowAction(/^Artifact draft\.md/, 'Open at Checkpoint');
  await expect.poll(shown).toContain('Drafted');
  await window.command('View: Close All Editors');

  await window.contextMenu(PHASE, 'Browse Files at Phase…');
  await window.waitForText('Files at Phase 1');
  await window.pick(/^app\.txt/);
  await expect.poll(async () => (await shown()).replaceAll('\u00a0', ' ')).toBe('changed by the agent');
  await window.screenshot('held-browsed-light');
  await window.command('View: Close All Editors');

  await window.rowAction(PHASE, 'Review Phase');
  await window.waitForText('changed by a person');
  await window.waitForText('as it was');
  await window.screenshot('held-review-light');
  await window.command('View: Close All Editors');
});

test('an approval publishes it as it lies there', async () => {
  await window.rowAction(PHASE, 'Approve and Continue');
  await shows('Phase 1, Draft ABC-12, deep, done, approved, attempt 1, 1 of 1 artifact');
  expect(await repo.git('show', `${await branch()}:app.txt`)).toBe('changed by a person');
  await dismiss();
});
