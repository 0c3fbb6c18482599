import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo, openGitRepo, type GitRepo } from '../support/gitRepo.ts';
import { runCairn, until } from '../runner/tinyWorkflow.ts';

const cli = builtCairn();

/** Its first attempt at a phase leaves a file and never ends; a later one is done at once. */
const AGENT = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
const { CAIRN_ATTEMPT, CAIRN_PHASE, CAIRN_PHASE_DIR } = process.env;
if (CAIRN_ATTEMPT === '1') {
  writeFileSync('half-' + CAIRN_PHASE + '.txt', 'half');
  setTimeout(() => {}, 60_000);
} else writeFileSync(join(CAIRN_PHASE_DIR, 'made.md'), 'made');
`;

const FLOW = `schema: 1
name: flow
agent: { kind: command, command: [node, agent.mjs] }
phases: [{ id: one, artifacts: [made.md] }, { id: two, artifacts: [made.md] }]
`;

test('work that was cut off is kept aside, and the line that says so names two ways that do what they say as they stand', async () => {
  const repo = await gitRepo({ 'agent.mjs': AGENT, '.cairn/workflows/flow.yaml': FLOW });
  const worktree = openGitRepo(join(`${repo.root}.worktrees`, 'demo'));
  const cairn = (...words: readonly string[]): string => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [cli(), ...words], {
      cwd: repo.root,
      env: repo.env,
      encoding: 'utf8',
    });
    return `${stdout}${stderr}[exit ${status}]`;
  };
  /** A command as it was printed. */
  const typed = (out: string, after: string): string => {
    const [, line = ''] = new RegExp(`${after}: cairn (.*)$`, 'm').exec(out) ?? [];
    return cairn(...line.split(' '));
  };
  await cutOff(repo, worktree, 'one', ['start', 'flow', '--request', 'x', '--id', 'demo']);

  expect(cairn('status')).toMatch(
    /Next\n {2}cairn resume {20}go on; what [^\n]* is kept aside first\n {2}cairn resume --leftovers keep {3}go on with what it left, where it lies\n/,
  );
  const resumed = cairn('resume', '--until', 'one');
  expect(resumed).toMatch(
    /Attempt 1 of one was cut off; what lay there [^\n]*\(1 file\) is kept aside as rescue 1\.\n/,
  );
  expect(await worktree.look('half-one.txt')).toBeNull();
  expect(typed(resumed, 'Put it back')).toMatch(/Put back 1 file\.[^]*\[exit 0\]$/);
  expect(await worktree.look('half-one.txt')).toBe('half');

  await cutOff(repo, worktree, 'two', ['resume']);
  expect(cairn('status')).toMatch(/Kept aside 1 .*\(put it back: cairn rescue apply 1\)\n/);
  expect(typed(resumed, 'Go on with such work where it lies')).toContain(
    'Attempt 1 of two was cut off; what it and you changed',
  );
  expect(await worktree.look('half-two.txt')).toBe('half');
});

/** Runs until the phase has left its file, and stops it there. */
async function cutOff(
  repo: GitRepo,
  worktree: GitRepo,
  phase: string,
  words: readonly string[],
): Promise<void> {
  const run = runCairn(cli(), repo, repo.root, words);
  await until(async () => (await worktree.look(`half-${phase}.txt`)) !== null);
  await runCairn(cli(), repo, repo.root, ['stop']).ended;
  expect((await run.ended).code).toBe(5);
}
