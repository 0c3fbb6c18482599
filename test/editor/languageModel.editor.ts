// @module-tag thorough
import { globSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { killRunners } from './support/killRunners.ts';
import { modelExtension, type ModelExtension, type ScriptedReply } from './support/modelExtension.ts';
import { sayStart, WORKFLOW } from './support/sayStart.ts';

const PATIENT = { timeout: 60_000 };
const MODEL_WORKFLOW = `schema: 1
name: model
title: With a model
agent: vscode
phases:
  - { id: one, title: Write a note, artifacts: [made.md] }
  - { id: two, title: Write another, artifacts: [made.md] }
  - { id: three, title: Write the last, artifacts: [made.md] }
`;

const writes = (id: string): ScriptedReply => ({
  text: 'I write the note.',
  calls: [
    {
      id,
      name: 'write_file',
      input: { path: 'PHASE/made.md', content: `# A note\n\nMade by call ${id}.\n` },
    },
  ],
});
const finishes = (id: string): ScriptedReply => ({
  calls: [{ id, name: 'finish_phase', input: { summary: 'The note is there.' } }],
});

describe('a language model of VS Code', () => {
  let home: string;
  let git: GitRepo;
  let model: ModelExtension;
  let extension: BuiltExtension;
  let window: OpenWindow;

  beforeAll(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-model-')));
    git = await gitRepo(
      { '.cairn/workflows/model.yaml': MODEL_WORKFLOW, 'README.md': '# Notes\n' },
      { parent: home, name: 'notes' },
    );
    model = await modelExtension(home, [
      writes('1'),
      finishes('2'),
      // Between the two calls a person is asked, and the window is reloaded.
      {
        calls: [
          ...(writes('3').calls ?? []),
          { id: '4', name: 'run_command', input: { command: 'echo once >> count.txt' } },
        ],
      },
      finishes('4a'),
      { error: 'NoPermissions' },
      writes('5'),
      finishes('6'),
    ]);
    extension = builtExtension();
    window = await openWindow({
      workspace: git.root,
      extensionDevelopmentPath: extension.path,
      installed: [model.path],
      theme: 'light',
      size: { width: 1280, height: 900 },
    });
    await window.command('View: Show Cairn');
    await window.waitForText('No session yet');
  });
  afterAll(async () => {
    killRunners(git.root);
    await window.dispose();
    extension.remove();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  const found = (pattern: string): readonly string[] =>
    globSync(pattern, { cwd: home }).map((path) => join(home, path));
  const madeIn = (phase: string): string =>
    found(`notes.worktrees/*/.cairn/sessions/*/${phase}/made.md`)[0] ?? '';

  test('can be chosen, among those that VS Code offers', async () => {
    await window.command('Cairn: Choose Language Model…');
    await window.waitForText('Scripted One');
    await window.screenshot('model-choose-light');
    await window.pick(/^\s*Scripted One$/);
    const rows = window.locator('.quick-input-list .monaco-list-row');
    const used = rows.filter({ has: window.locator('.codicon-check') });
    const shown = async (): Promise<readonly string[]> => {
      await window.press('Escape');
      await window.command('Cairn: Choose Language Model…');
      await rows.first().waitFor();
      return used.allInnerTexts();
    };
    // The setting is written after the list has closed.
    await expect.poll(shown, PATIENT).toEqual([expect.stringMatching(/^\s*Scripted One/)]);
    await window.screenshot('model-chosen-light');
    await window.press('Escape');
  });

  test('does a phase in the window itself, and the next one begins', async () => {
    await sayStart(window, 'Write notes', [WORKFLOW, /With a model/]);
    await window.waitForText('vscode asks for a permission: echo once >> count.txt', PATIENT);
    await window.screenshot('model-permission-light');
    expect(readFileSync(madeIn('01-one'), 'utf8')).toContain('Made by call 1.');
    const runners = found('notes/.git/cairn/.runs/*/runner.json').map(
      (file) => JSON.parse(readFileSync(file, 'utf8')) as unknown,
    );
    expect(runners).toEqual([expect.objectContaining({ shared: true })]);
  });

  test('is interrupted by a reload of the window, which the window says, and nobody has to wait', async () => {
    await window.reload();
    await window.waitForNotification('was interrupted');
    await window.screenshot('model-interrupted-light');
    const events = readFileSync(found('notes/.git/cairn/.runs/*/events.jsonl')[0] ?? '', 'utf8');
    expect(JSON.parse(events.trim().split('\n').at(-1) ?? '')).toMatchObject({
      type: 'outcome',
      outcome: { reason: 'interrupted' },
    });
  });

  test('goes on with the reply that it had received: what was done is not done again, what was asked is asked again', async () => {
    writeFileSync(madeIn('02-two'), 'Changed since.\n');
    await window.notificationButton('Resume');
    await window.waitForText('vscode asks for a permission: echo once >> count.txt', PATIENT);
    expect(model.requests()).toEqual([1, 3, 1]);
    await window.notificationButton('Allow');
    // The brief, the reply, its results, and what is new.
    await expect.poll(() => model.requests().slice(0, 4), PATIENT).toEqual([1, 3, 1, 4]);
    expect(readFileSync(madeIn('02-two'), 'utf8')).toBe('Changed since.\n');
    const count = found('notes.worktrees/*/count.txt')[0] ?? '';
    expect(readFileSync(count, 'utf8')).toBe('once\n');
  });

  test('that may not be used asks for consent, and after the answer goes on', async () => {
    await window.waitForText('asks a question', PATIENT);
    await window.waitForText('run “Manage Language Model Access…”');
    await window.screenshot('model-consent-light');
    await window.command('Cairn: Answer…');
    await window.answer('Go on.');
    await expect
      .poll(async () => (await window.tree('Sessions'))[0]?.label, PATIENT)
      .toContain('Session Write notes, done');
    expect(model.requests()).toEqual([1, 3, 1, 4, 1, 1, 3]);
    await window.screenshot('model-done-light');
  });
});
