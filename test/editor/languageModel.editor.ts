import { globSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { killRunners } from './support/killRunners.ts';
import { modelExtension, type ModelExtension, type ScriptedReply } from './support/modelExtension.ts';

const PATIENT = { timeout: 60_000 };
const WORKFLOW = `schema: 1
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
      { '.cairn/workflows/model.yaml': WORKFLOW, 'README.md': '# Notes\n' },
      { parent: home, name: 'notes' },
    );
    model = await modelExtension(home, [
      writes('1'),
      finishes('2'),
      writes('3'),
      // Here the window is reloaded.
      { held: true },
      finishes('4'),
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
  const turnsOf = (attempt: string): string =>
    found(`notes/.git/cairn/*/output/${attempt}/turns.jsonl`)[0] ?? '';
  const madeIn = (phase: string): string =>
    found(`notes.worktrees/*/.cairn/sessions/*/${phase}/made.md`)[0] ?? '';

  test('does a phase in the window itself, and the next one begins', async () => {
    await window.command('Cairn: Start Session…');
    await window.pick(/With a model/);
    await window.answer('Write notes');
    await window.pick(/In a Worktree of Its Own/);
    await expect.poll(() => model.requests().length, PATIENT).toBe(4);
    await window.waitForText('Running phase 2 of 3');
    await window.screenshot('model-running-light');
    expect(readFileSync(madeIn('01-one'), 'utf8')).toContain('Made by call 1.');
    const runners = found('notes/.git/cairn/.runs/*/runner.json').map(
      (file) => JSON.parse(readFileSync(file, 'utf8')) as unknown,
    );
    expect(runners).toEqual([expect.objectContaining({ shared: true })]);
  });

  test('is interrupted by a reload of the window, which the window says, and nobody has to wait', async () => {
    await window.reload();
    await window.waitForText('was interrupted');
    await window.screenshot('model-interrupted-light');
    const events = readFileSync(found('notes/.git/cairn/.runs/*/events.jsonl')[0] ?? '', 'utf8');
    expect(JSON.parse(events.trim().split('\n').at(-1) ?? '')).toMatchObject({
      type: 'outcome',
      outcome: { reason: 'interrupted' },
    });
  });

  test('goes on with the reply that it had received, without asking for it again', async () => {
    // As if the window had died after the reply and before its tools.
    const turns = turnsOf('two-1');
    const lines = readFileSync(turns, 'utf8').split('\n');
    const received = lines.findIndex((line) => line.includes('"turn-received"'));
    writeFileSync(turns, `${lines.slice(0, received + 1).join('\n')}\n{"at":"2026`);
    rmSync(madeIn('02-two'));
    await window.notificationButton('Resume');
    await expect.poll(() => model.requests().length, PATIENT).toBe(6);
    expect(readFileSync(madeIn('02-two'), 'utf8')).toContain('Made by call 3.');
    // The brief, the reply, its result, and what is new.
    expect(model.requests()).toEqual([1, 3, 1, 3, 4, 1]);
  });

  test('that may not be used asks for consent, and after the answer goes on', async () => {
    await window.waitForText('asks a question', PATIENT);
    await window.screenshot('model-consent-light');
    expect(await window.text()).toContain('Manage Language Model Access');
    await window.command('Cairn: Answer…');
    await window.answer('Go on.');
    await expect
      .poll(async () => (await window.tree('Sessions'))[0]?.label, PATIENT)
      .toContain('Session Write notes, done');
    expect(model.requests()).toHaveLength(8);
    await window.screenshot('model-done-light');
  });
});
