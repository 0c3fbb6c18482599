import { execFileSync, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createProcesses } from '../../src/process/createProcesses.ts';
import type { ProcessGroup } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { besideNapper } from '../support/lateness.ts';
import { eventually, isAlive, runCommand } from '../support/realProcesses.ts';
import { THOROUGH } from '../support/thorough.ts';

const engineProgram = fileURLToPath(new URL('engineProgram.ts', import.meta.url));
/** Writes the numbers of a child in the group and of one that left it; both would sleep for ten minutes. */
const FAMILY = 'sleep 600 & echo $! > child; setsid sh -c "echo \\$\\$ > left; exec sleep 600" & wait';
/** As above, but the one that left also cleared its environment and lost its parent. */
const HERMIT =
  'sh -c "env -i setsid sh -c \\"echo \\\\\\$\\\\\\$ > left; exec sleep 600\\" & echo \\$! > child; sleep 3"; sleep 600';

const pidIn = async (folder: string, name: string): Promise<number> =>
  Number(await readFile(join(folder, name), 'utf8').catch(() => '0'));
const family = async (folder: string): Promise<readonly number[]> => {
  expect(
    await eventually(async () => (await pidIn(folder, 'child')) > 0 && (await pidIn(folder, 'left')) > 0),
  ).toBe(true);
  return [await pidIn(folder, 'child'), await pidIn(folder, 'left')];
};

test('a command gets text through the shell, a list without one, and its exit code comes back', async () => {
  const cwd = await temporaryFolder();
  expect(await runCommand('echo "$((1 + 1))" && exit 3', { cwd })).toMatchObject({
    kind: 'exited',
    exitCode: 3,
    signal: null,
    tail: '2',
  });
  expect(await runCommand(['echo', '$((1 + 1))', '; exit 3'], { cwd })).toMatchObject({
    kind: 'exited',
    exitCode: 0,
    tail: '$((1 + 1)) ; exit 3',
  });
});

test('a prompt of one megabyte arrives whole, whatever line separators are in it', async () => {
  const cwd = await temporaryFolder();
  const stdin = `first\u2028second\r\n${'ä'.repeat(512 * 1024)}`;
  await runCommand('cat > got', { cwd, stdin });
  expect(await readFile(join(cwd, 'got'), 'utf8')).toBe(stdin);
});

test('a command that does not read its input is no error', async () => {
  const cwd = await temporaryFolder();
  expect(await runCommand('exec <&-; sleep 0.4; exit 0', { cwd, stdin: 'x'.repeat(1 << 20) })).toMatchObject({
    kind: 'exited',
    exitCode: 0,
  });
});

test('who is about to run is written down before the first byte of the prompt is sent', async () => {
  const cwd = await temporaryFolder();
  let sentBefore = true;
  await runCommand('cat > got; echo done >> got', {
    cwd,
    stdin: 'prompt\n',
    async onStarted(group) {
      expect(isAlive(group.pid)).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 300));
      sentBefore = (await readFile(join(cwd, 'got'), 'utf8').catch(() => '')) !== '';
    },
  });
  expect(sentBefore).toBe(false);
  expect(await readFile(join(cwd, 'got'), 'utf8')).toBe('prompt\ndone\n');
});

test('a command whose start could not be written down is ended without its prompt', async () => {
  const cwd = await temporaryFolder();
  let group: ProcessGroup | null = null;
  const run = runCommand('cat > got; sleep 600', {
    cwd,
    stdin: 'prompt\n',
    async onStarted(started) {
      group = started;
      throw new Error('the disk is full');
    },
  });
  await expect(run).rejects.toThrow('the disk is full');
  expect(isAlive(group!.pid)).toBe(false);
  expect(await readFile(join(cwd, 'got'), 'utf8').catch(() => '')).toBe('');
});

test('what cannot be started says so: no such program, one that may not run, no such folder', async () => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'plain'), '#!/bin/sh\n');
  const programs: readonly [string, ...string[]][] = [
    ['no-such-program-of-ours'],
    [join(cwd, 'plain')],
    ['echo', 'nul\0inside'],
  ];
  for (const command of programs)
    expect(await runCommand(command, { cwd })).toMatchObject({ kind: 'not-started', exitCode: null });
  expect(await runCommand('true', { cwd: join(cwd, 'gone'), outputFile: join(cwd, 'log') })).toMatchObject({
    kind: 'not-started',
    tail: expect.stringContaining('no such folder') as string,
  });
});

test('[F8] a command beyond its time limit is ended with its whole group, in a second', async () => {
  const cwd = await temporaryFolder();
  const start = performance.now();
  // Time enough to start both of its children, whatever else the machine does.
  const { answer, at, late } = await besideNapper(runCommand(FAMILY, { cwd, timeoutMs: 2_500 }));
  expect(answer).toMatchObject({ kind: 'timed-out' });
  // Who waits for the children waits for ten minutes.
  expect(at - start).toBeLessThan(2_500 + 1_300 + 10 * late);
  for (const pid of await family(cwd)) expect(isAlive(pid)).toBe(false);
});

test('cancel ends a group that ignores SIGTERM, and one that left the group, within a second', async () => {
  const cwd = await temporaryFolder();
  const stop = new AbortController();
  const run = runCommand(`trap "" TERM; ${FAMILY}`, { cwd, signal: stop.signal });
  const pids = await family(cwd);
  const start = performance.now();
  stop.abort();
  const { answer, at, late } = await besideNapper(run);
  expect(answer).toMatchObject({ kind: 'cancelled' });
  // Two graces, or the second in which the supervisor looks around, would be more.
  expect(at - start).toBeLessThan(1_000 + 10 * late);
  expect(pids.filter(isAlive)).toEqual([]);
});

test('a task that was cancelled before it began starts nothing', async () => {
  const cwd = await temporaryFolder();
  expect(await runCommand('touch started', { cwd, signal: AbortSignal.abort() })).toMatchObject({
    kind: 'cancelled',
    ms: 0,
  });
  expect(await readFile(join(cwd, 'started')).catch(() => 'none')).toBe('none');
});

test('what a command leaves running when it ends by itself is ended too', async () => {
  const cwd = await temporaryFolder();
  const end = await runCommand(FAMILY.replace('wait', 'while [ ! -s left ]; do sleep 0.01; done; exit 0'), {
    cwd,
  });
  expect(end).toMatchObject({ kind: 'exited', exitCode: 0 });
  for (const pid of await family(cwd)) expect(isAlive(pid)).toBe(false);
});

test('[E14] SIGKILL of the engine leaves nothing alive: not its child, not one that left the group', async () => {
  const cwd = await temporaryFolder();
  const engine = spawn(process.execPath, [engineProgram, `echo $PPID > parent; ${FAMILY}`, cwd], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const pids = [...(await family(cwd)), await pidIn(cwd, 'parent')];
  // The whole group of the engine, as a terminal that closes or a container that stops does it.
  process.kill(-engine.pid!, 'SIGKILL');
  expect(await eventually(() => !pids.some(isAlive))).toBe(true);
});

test(
  'one that cleared its environment, left the group and lost its parent is known from before',
  THOROUGH,
  async () => {
    const cwd = await temporaryFolder();
    const engine = spawn(process.execPath, [engineProgram, HERMIT, cwd], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const pids = await family(cwd);
    const parentOf = (pid: number): string =>
      execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const parent = parentOf(pids[1]!);
    expect(await eventually(() => parentOf(pids[1]!) !== parent)).toBe(true);
    engine.kill('SIGKILL');
    expect(await eventually(() => !pids.some(isAlive))).toBe(true);
  },
);

test('a killed supervisor takes its command with it, and the engine hears of it', async () => {
  const cwd = await temporaryFolder();
  let pid = 0;
  const run = runCommand('echo $PPID > parent; sleep 600', {
    cwd,
    onStarted: async (group) => void (pid = group.pid),
  });
  expect(await eventually(async () => pid > 0 && (await pidIn(cwd, 'parent')) > 0)).toBe(true);
  process.kill(await pidIn(cwd, 'parent'), 'SIGKILL');
  expect(await run).toMatchObject({ kind: 'signalled', signal: 'SIGKILL' });
  expect(isAlive(pid)).toBe(false);
});

test('what a supervisor had started is ended also when it was killed before it could say so', async () => {
  const cwd = await temporaryFolder();
  const supervisorPath = join(cwd, 'supervisor.mjs');
  await writeFile(
    supervisorPath,
    `import { spawn } from 'node:child_process';
     import { writeFileSync } from 'node:fs';
     process.stdin.once('data', (text) => {
       const { task } = JSON.parse(text);
       const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore', env: { ...task.env, CAIRN_MARK: task.mark } });
       writeFileSync('child', String(child.pid));
       process.kill(process.pid, 'SIGKILL');
     });`,
  );
  const processes = createProcesses({ supervisorPath }, cwd);
  const run = processes.run({
    command: 'true',
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    stdin: '',
    timeoutMs: 9_000,
    outputFile: join(cwd, 'log'),
    signal: new AbortController().signal,
  });
  await expect(run).rejects.toMatchObject({ code: 'internal/unexpected' });
  expect(await pidIn(cwd, 'child')).toBeGreaterThan(0);
  expect(isAlive(await pidIn(cwd, 'child'))).toBe(false);
});

test('a command sees the environment of its task and a mark, and nothing of what made the supervisor a Node', async () => {
  const cwd = await temporaryFolder();
  await runCommand('env > seen', {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ONLY: 'this', ELECTRON_RUN_AS_NODE: '1', CAIRN_MARK: 'outer' },
  });
  const seen = (await readFile(join(cwd, 'seen'), 'utf8'))
    .split('\n')
    .filter((line) => !/^(PWD|OLDPWD|SHLVL|_|PATH)=/.test(line) && line !== '');
  expect(seen.sort()).toEqual([expect.stringMatching(/^CAIRN_MARK=outer [0-9a-f]{32}$/), 'ONLY=this']);
});
