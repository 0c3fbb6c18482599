import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SessionId } from '../../src/model/names/ids.ts';
import { findRun } from '../../src/runner/run.ts';
import type { RunEvent } from '../../src/runner/runEvents.ts';
import { builtCairn } from '../support/builtCairn.ts';
import { isAlive, tiny, until, type Tiny } from './tinyWorkflow.ts';
import { THOROUGH } from '../support/thorough.ts';

const cli = builtCairn();
const ID = 'tiny-session' as SessionId;
const START = ['start', 'tiny', '--request', 'make two files', '--id', ID, '--json'] as const;

async function runnerPid({ repo }: Tiny): Promise<number> {
  const runs = join(repo.root, '.git', 'cairn', '.runs');
  const [newest = ''] = (await readdir(runs)).toSorted().toReversed();
  return (JSON.parse(await readFile(join(runs, newest, 'runner.json'), 'utf8')) as { pid: number }).pid;
}

async function status({ cairn }: Tiny): Promise<Record<string, unknown>> {
  return JSON.parse((await cairn('status', ID, '--json').ended).out) as Record<string, unknown>;
}

test('a terminal that is killed ends nothing: the session goes on to its end', async () => {
  const t = await tiny(cli());
  const terminal = t.cairn(...START);
  await t.atWork();
  process.kill(-terminal.child.pid!, 'SIGKILL');
  await terminal.ended;
  expect(await status(t)).toMatchObject({ state: 'running', drivenBy: expect.any(String) });
  await t.go();
  await until(async () => (await status(t))['state'] === 'done');
  expect((await t.agents()).map((line) => line.split(' ')[0])).toEqual(['one', 'two']);
  const pid = await runnerPid(t);
  await until(() => !isAlive(pid));
});

test('ctrl-C stops the session politely: exit 5, its agent is gone, and resume finishes it', async () => {
  const t = await tiny(cli());
  const terminal = t.cairn(...START);
  await t.atWork();
  const agent = Number((await t.agents()).at(-1)?.split(' ')[1]);
  process.kill(-terminal.child.pid!, 'SIGINT');
  const { code, out, err } = await terminal.ended;
  expect({ code, outcome: JSON.parse(out) as unknown }).toEqual({
    code: 5,
    outcome: {
      session: ID,
      reason: 'interrupted',
      seq: 2,
      state: 'running',
      phase: 'two',
      commit: expect.any(String),
      message: expect.any(String),
    },
  });
  expect(err).toContain('Stopping');
  await until(() => !isAlive(agent));
  expect(await status(t)).toMatchObject({ state: 'interrupted', drivenBy: null });

  await t.go();
  const resumed = await t.cairn('resume', '--json').ended;
  expect(resumed).toMatchObject({ code: 0 });
  expect(JSON.parse(resumed.out)).toMatchObject({ reason: 'completed', state: 'done' });
});

test(
  'ctrl-C pressed until it is answered ends with exit 5 and the command to go on, never without a word',
  THOROUGH,
  async () => {
    const t = await tiny(cli());
    const terminal = t.cairn(...START.filter((word) => word !== '--json'));
    await t.atWork();
    const pressing = setInterval(() => terminal.child.kill('SIGINT'), 15);
    terminal.child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('Next')) clearInterval(pressing);
    });
    const { code, out } = await terminal.ended;
    clearInterval(pressing);
    expect({ code, out }).toEqual({ code: 5, out: expect.stringMatching(/\nNext\n +cairn resume/) });
  },
);

test('a terminal that is closed ends nothing: the session goes on to its end', THOROUGH, async () => {
  const t = await tiny(cli());
  const terminal = t.cairn(...START);
  await t.atWork();
  process.kill(-terminal.child.pid!, 'SIGHUP');
  await terminal.ended;
  await t.go();
  await until(async () => (await status(t))['state'] === 'done');
  expect((await t.agents()).map((line) => line.split(' ')[0])).toEqual(['one', 'two']);
});

test('a runner that is killed is noticed: exit 5, resumable, and nothing of it is left alive', async () => {
  const t = await tiny(cli());
  const terminal = t.cairn(...START);
  await t.atWork();
  const agent = Number((await t.agents()).at(-1)?.split(' ')[1]);
  process.kill(await runnerPid(t), 'SIGKILL');
  const { code, out } = await terminal.ended;
  expect({ code, outcome: JSON.parse(out) as unknown }).toMatchObject({
    code: 5,
    outcome: { reason: 'interrupted', message: expect.not.stringContaining('runner.log') },
  });
  await until(() => !isAlive(agent));

  await t.go();
  expect(await t.cairn('resume').ended).toMatchObject({
    code: 0,
    out: expect.stringContaining('The session is done'),
  });
  expect((await t.agents()).map((line) => line.split(' ')[0])).toEqual(['one', 'two', 'two']);
});

test(
  'another window follows the same run from its beginning to its last word, and may stop it',
  THOROUGH,
  async () => {
    const t = await tiny(cli());
    const terminal = t.cairn(...START);
    await t.atWork();
    const commonDir = join(t.repo.root, '.git');
    const run = await findRun(commonDir, ID);
    const seen: RunEvent[] = [];
    const following = (async () => {
      for await (const event of run!.follow()) seen.push(event);
    })();
    await until(() => seen.some(({ type }) => type === 'agent-line'));
    await run!.askToStop();
    await following;
    expect(await terminal.ended).toMatchObject({ code: 5 });
    // Whether the agent's end is still told depends on who is faster, it or the stop.
    const milestones = ['opened', 'attempt', 'checkpoint', 'outcome'];
    const told = seen.map(({ type }) => type).filter((type) => milestones.includes(type));
    expect(told).toEqual(['opened', 'attempt', 'checkpoint', 'attempt', 'outcome']);
    expect(seen.at(-1)).toMatchObject({ type: 'outcome', outcome: { session: ID, reason: 'interrupted' } });
    // Its last word is said a moment before it is gone.
    await until(async () => (await findRun(commonDir, ID)) === null);
  },
);

test('the runner stays when its terminal hangs up, and stops politely at a SIGTERM', THOROUGH, async () => {
  const t = await tiny(cli());
  const terminal = t.cairn(...START);
  await t.atWork();
  const pid = await runnerPid(t);
  process.kill(pid, 'SIGHUP');
  expect(await status(t)).toMatchObject({ state: 'running', drivenBy: expect.any(String) });
  process.kill(pid, 'SIGTERM');
  expect(await terminal.ended).toMatchObject({ code: 5, out: expect.stringContaining('"interrupted"') });
});

test('a session that is driven refuses a second driver with exit 6 and an outcome', THOROUGH, async () => {
  const t = await tiny(cli());
  const terminal = t.cairn(...START);
  await t.atWork();
  const second = await t.cairn('resume', ID, '--json').ended;
  expect({ code: second.code, outcome: JSON.parse(second.out) as unknown }).toMatchObject({
    code: 6,
    outcome: { session: ID, reason: 'lease-held', seq: 2 },
  });
  const approve = await t.cairn('approve', ID, '--json').ended;
  expect({ code: approve.code, outcome: JSON.parse(approve.out) as unknown }).toMatchObject({
    code: 6,
    outcome: { reason: 'lease-held' },
  });
  expect(await t.cairn('stop', ID).ended).toMatchObject({ code: 0 });
  expect(await terminal.ended).toMatchObject({ code: 5 });
});

test('what is refused is refused before anything is written', async () => {
  const t = await tiny(cli());
  const refused = await t.cairn('start', 'nope', '--request', 'x', '--json').ended;
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.out)).toMatchObject({ error: { code: 'workflow/not-found' } });
  expect(await readdir(join(t.repo.root, '.git'))).not.toContain('cairn');
});
