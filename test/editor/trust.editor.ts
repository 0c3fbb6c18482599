// @module-tag thorough
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld } from '../../src/runner/openWorld.ts';
import { gitRepo, openGitRepo } from '../support/gitRepo.ts';
import { START } from '../support/session.ts';
import { silentLog } from '../support/silentLog.ts';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import type { Theme } from './harness/windowProfile.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { handsOn } from './support/hands.ts';
import { killRunners } from './support/killRunners.ts';

const QUESTION = 'Trust what this session runs on your machine?';

let home: string;
let marks: string;
let extension: BuiltExtension;

/** A session of another clone: its first phase is done there, and nobody here has looked at it. */
beforeAll(async () => {
  extension = builtExtension();
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-trust-')));
  marks = join(home, 'marks');
  const agent = {
    kind: 'command',
    // Where the window says so it dies over its work, with all of it written.
    command: [
      'sh',
      '-c',
      'echo "$CAIRN_PHASE" > "$CAIRN_PHASE_DIR/result.md"; test -z "$DIES" || kill -9 $$',
    ],
    env: { CI: '1' },
  };
  const flow = {
    schema: 1,
    name: 'flow',
    worktree: { setup: ['npm --version'] },
    phases: [
      { id: 'plan', agent, artifacts: ['result.md'] },
      {
        id: 'build',
        agent,
        artifacts: ['result.md'],
        checks: [{ run: `echo ran >> ${marks}` }, { run: 'true && npm --version' }],
      },
    ],
  };
  const repo = await gitRepo(
    { 'README.md': '# Shared\n', '.cairn/workflows/flow.yaml': JSON.stringify(flow) },
    { parent: home, name: 'origin' },
  );
  const world = await openWorld(repo.root, { env: repo.env, log: silentLog, onProgress: () => undefined });
  const options = { ...START, id: null, request: 'Make a parser', until: 'plan' };
  await world.api.start(options, new AbortController().signal);
  await world.dispose();
  for (const clone of ['light', 'dark']) await repo.git('clone', '-q', '.', join(home, clone));
});
afterAll(() => {
  for (const clone of ['light', 'dark']) killRunners(join(home, clone));
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  extension?.remove();
});

const open = (theme: Theme, env: Readonly<Record<string, string>> = {}): Promise<OpenWindow> =>
  openWindow({
    env,
    workspace: join(home, theme),
    extensionDevelopmentPath: extension.path,
    theme,
    size: { width: 1280, height: 900 },
    settings: { 'cairn.worktree.place': 'inside' },
  });

async function askedIn(window: OpenWindow): Promise<void> {
  await window.command('View: Show Cairn');
  await window.waitForText('1 session is on the remote only. Resume goes on with it here');
  const { open: opens, shows } = handsOn(() => window);
  await opens(/Make a parser/);
  // Before anybody resumes it.
  await shows(expect.stringMatching(/Make a parser, .*commands not trusted here/) as string);
  await window.command('Cairn: Resume Session');
  await window.waitForText(QUESTION);
}

test('what a session from elsewhere would run is shown before it runs: it can be looked at, left, and trusted', async () => {
  await using window = await open('light');
  const { shows } = handsOn(() => window);
  await askedIn(window);
  for (const text of ['build · check: echo ran', 'CI=1 sh -c', 'origin/cairn/', 'not verified'])
    await window.waitForText(text);
  await window.screenshot('trust-light');
  await window.dialogButton('Look at the Workflow File');
  await expect.poll(() => window.page.title(), { timeout: 60_000 }).toContain('workflow.yaml');
  await window.command('Cairn: Resume Session');
  await window.waitForText(QUESTION);
  await window.dialogButton('Cancel');
  expect(existsSync(marks)).toBe(false);
  await window.command('Cairn: Resume Session');
  await window.waitForText(QUESTION);
  await window.dialogButton('Trust and Go On');
  await shows(expect.stringMatching(/Make a parser, done/) as string);
  expect(existsSync(marks)).toBe(true);
});

test('what an agent left that died is nobody’s work: Resume begins anew, and only the word of a person closes the phase', async () => {
  await using window = await open('dark', { DIES: '1' });
  const { shows, rows } = handsOn(() => window);
  const build = (attempt: number): string => `Phase 2, build, blocked, attempt ${attempt}, 1 of 1 artifact`;
  await askedIn(window);
  await window.screenshot('trust-dark');
  await window.dialogButton('Trust and Go On');
  await shows(build(1), 'Reason: the agent crashed: sh was ended by SIGKILL');
  await window.waitForText('Blocked: phase 2 of 2, build. Resume tries it again.');
  await window.screenshot('crashed-dark');
  await window.rowAction(build(1), 'Resume Session');
  await shows(build(2));
  expect(await rows()).not.toContainEqual(expect.stringMatching(/Make a parser, done/));
  await window.rowAction(build(2), 'Complete Phase');
  await shows(expect.stringMatching(/Make a parser, done/) as string);
  const git = openGitRepo(join(home, 'dark'));
  const kinds =
    '%(trailers:key=Cairn-Kind,valueonly,separator=%x20) %(trailers:key=Cairn-Attempt,valueonly,separator=%x20)';
  const branch = (await git.git('for-each-ref', '--format=%(refname)', 'refs/heads/cairn/')).trim();
  const log = await git.git('log', '--first-parent', '-3', `--format=${kinds}`, branch);
  expect(log.split('\n')).toEqual(['approval 2', 'blocked 2', 'blocked 1']);
});
