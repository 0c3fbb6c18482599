import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createProcesses, type OwnProcesses } from '../../src/process/createProcesses.ts';
import { shareSupervisor } from '../../src/process/sharedSupervisor.ts';
import { builtSupervisor } from '../support/builtPrograms.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { eventually, isAlive, realProcesses, runCommand } from '../support/realProcesses.ts';

const engineProgram = fileURLToPath(new URL('engineProgram.ts', import.meta.url));
const program = { supervisorPath: builtSupervisor };

/** Processes whose supervisor is gone after the test. */
function disposable(): OwnProcesses {
  const processes = realProcesses();
  onTestFinished(() => processes.dispose());
  return processes;
}

const numberIn = async (folder: string, name: string): Promise<number> =>
  Number(await readFile(join(folder, name), 'utf8').catch(() => '0'));

/** Waits until all of these files hold a number. */
async function numbersIn(folder: string, names: readonly string[]): Promise<readonly number[]> {
  const read = (): Promise<number[]> => Promise.all(names.map((name) => numberIn(folder, name)));
  expect(await eventually(async () => (await read()).every((found) => found > 0))).toBe(true);
  return read();
}

/** Writes the numbers of itself, its parent, a child and one that left the group; runs for ten minutes. */
const family = (name: string): string =>
  `echo $$ > ${name}.self; echo $PPID > ${name}.parent; sleep 600 & echo $! > ${name}.child; ` +
  `setsid sh -c "echo \\$\\$ > ${name}.left; exec sleep 600" & wait`;
const membersOf = (name: string): readonly string[] =>
  ['self', 'child', 'left'].map((one) => `${name}.${one}`);

test('programs of one engine run below one supervisor, one after the other and at the same time; a conversation has its own', async () => {
  const cwd = await temporaryFolder();
  const processes = disposable();
  await runCommand('echo $PPID > first', { cwd }, processes);
  await Promise.all(
    ['second', 'third'].map((name) => runCommand(`echo $PPID > ${name}; sleep 0.1`, { cwd }, processes)),
  );
  await runCommand('echo $PPID > talking; cat', { cwd, talk: (pipe) => pipe.finish(10_000) }, processes);
  const [first, second, third, talking] = await numbersIn(cwd, ['first', 'second', 'third', 'talking']);
  expect([second, third]).toEqual([first, first]);
  expect(talking).not.toBe(first);
});

test('each of several programs has its own input, lines, file, exit code, time limit and cancel', async () => {
  const cwd = await temporaryFolder();
  const processes = disposable();
  const stop = new AbortController();
  const many = Array.from({ length: 8 }, (_, n) => n);
  const lines = many.map((): string[] => []);
  const slow = runCommand('sleep 600', { cwd, timeoutMs: 700 }, processes);
  const long = runCommand('sleep 600', { cwd, signal: stop.signal }, processes);
  const ends = await Promise.all(
    many.map((n) =>
      runCommand(
        `cat; echo end ${n}; exit ${n}`,
        {
          cwd,
          stdin: `begin ${n}\n`,
          outputFile: join(cwd, `log${n}`),
          onLine: (line) => lines[n]?.push(line),
        },
        processes,
      ),
    ),
  );
  stop.abort();
  for (const n of many) {
    expect(ends[n]).toMatchObject({ kind: 'exited', exitCode: n, tail: `begin ${n}\nend ${n}` });
    expect(lines[n]).toEqual([`begin ${n}`, `end ${n}`]);
    expect(await readFile(join(cwd, `log${n}`), 'utf8')).toBe(`begin ${n}\nend ${n}\n`);
  }
  expect(await long).toMatchObject({ kind: 'cancelled' });
  expect(await slow).toMatchObject({ kind: 'timed-out' });
});

test('[E14] SIGKILL of the engine ends the groups of all its programs, and their supervisor', async () => {
  const cwd = await temporaryFolder();
  const deaf = (name: string): string => `trap "" TERM; ${family(name)}`;
  const engine = spawn(process.execPath, [engineProgram, family('one'), cwd, deaf('two'), family('three')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const names = ['one', 'two', 'three'].flatMap(membersOf);
  const pids = await numbersIn(cwd, [...names, 'one.parent', 'two.parent', 'three.parent']);
  expect(pids.every(isAlive)).toBe(true);
  expect(new Set(pids.slice(-3)).size).toBe(1);
  engine.kill('SIGKILL');
  expect(await eventually(() => !pids.some(isAlive))).toBe(true);
});

test('a killed supervisor takes all its programs with it, each is told, and the next one runs below a new one', async () => {
  const cwd = await temporaryFolder();
  const processes = disposable();
  const told = ['one', 'two'].map(() => Promise.withResolvers<void>());
  const runs = ['one', 'two'].map((name, at) =>
    runCommand(family(name), { cwd, onStarted: async () => told[at]?.resolve() }, processes),
  );
  const pids = await numbersIn(cwd, ['one', 'two'].flatMap(membersOf));
  const [supervisor = 0] = await numbersIn(cwd, ['one.parent']);
  // A program may be at work before its supervisor has said so.
  await Promise.all(told.map(({ promise }) => promise));
  process.kill(supervisor, 'SIGKILL');
  for (const end of await Promise.all(runs))
    expect(end).toMatchObject({ kind: 'signalled', signal: 'SIGKILL' });
  expect(pids.filter(isAlive)).toEqual([]);
  expect(await runCommand('echo $PPID > next', { cwd }, processes)).toMatchObject({ kind: 'exited' });
  expect(await numberIn(cwd, 'next')).not.toBe(supervisor);
});

test('a supervisor that was killed between two programs costs neither', async () => {
  const cwd = await temporaryFolder();
  const processes = disposable();
  await runCommand('echo $PPID > parent', { cwd }, processes);
  // Nobody had time to notice.
  process.kill(await numberIn(cwd, 'parent'), 'SIGKILL');
  let started = 0;
  const next = { cwd, onStarted: async () => void (started += 1) };
  expect(await runCommand('echo next', next, processes)).toMatchObject({ kind: 'exited', tail: 'next' });
  expect(started).toBe(1);
});

test('one that is told to end while it runs programs takes no more, and the next one loses nothing', async () => {
  const cwd = await temporaryFolder();
  const processes = disposable();
  const run = runCommand(`trap "" TERM; ${family('one')}`, { cwd }, processes);
  const [supervisor = 0] = await numbersIn(cwd, ['one.parent', ...membersOf('one')]);
  process.kill(supervisor, 'SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await runCommand('echo $PPID', { cwd }, processes)).toMatchObject({ kind: 'exited' });
  expect(await run).toMatchObject({ kind: 'cancelled' });
});

test('a supervisor that cannot be started is an error for each program, also when it was started ahead', async () => {
  const cwd = await temporaryFolder();
  const processes = createProcesses({ supervisorPath: join(cwd, 'none.mjs') }, cwd);
  processes.prepare();
  for (let time = 0; time < 2; time += 1)
    await expect(runCommand('true', { cwd }, processes)).rejects.toMatchObject({
      code: 'internal/unexpected',
    });
});

test('one that was started ahead is the one that is used, and keeps no engine from ending', async () => {
  const cwd = await temporaryFolder();
  const text = `
    const { realProcesses, runCommand } = await import(${JSON.stringify(new URL('../support/realProcesses.ts', import.meta.url).href)});
    const processes = realProcesses();
    processes.prepare();
    if (process.argv[1] === undefined) process.exitCode = 7;
    else await runCommand('echo $PPID', { cwd: process.argv[1], onLine: console.log }, processes);
    if (process.argv[2] === 'dispose') {
      await processes.dispose();
      process.exitCode = 8;
    }`;
  for (const [more, code] of [
    [[], 7],
    [[cwd], 0],
    [[cwd, 'dispose'], 8],
  ] as const) {
    const engine = spawn(process.execPath, ['--input-type=module', '-e', text, ...more], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = '';
    engine.stdout.on('data', (chunk) => (told += String(chunk)));
    expect(await new Promise((resolve) => engine.once('exit', resolve))).toBe(code);
    if (more.length > 0) expect(await eventually(() => !isAlive(Number(told)))).toBe(true);
  }
});

test('an idle supervisor ends after a while, one with a program does not', async () => {
  const cwd = await temporaryFolder();
  const shared = shareSupervisor(program, 100);
  onTestFinished(() => shared.end());
  const idle = await shared.get();
  await idle.gone;
  const used = await shared.get();
  expect(used).not.toBe(idle);
  const ended = Promise.withResolvers<void>();
  const began = performance.now();
  const order = used.start(
    {
      command: 'cat; sleep 0.8',
      cwd,
      env: { PATH: process.env['PATH'] ?? '' },
      mark: '0'.repeat(32),
      timeoutMs: 60_000,
      outputFile: join(cwd, 'log'),
      lines: false,
      talks: false,
    },
    (told) => {
      if (told.type === 'ended') ended.resolve();
    },
  );
  order({ type: 'input', text: '' });
  await ended.promise;
  expect(performance.now() - began).toBeGreaterThan(800);
  expect(used.isGone()).toBe(false);
  await used.gone;
});
