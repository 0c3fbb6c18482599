import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { createClock } from '../../src/host/clock.ts';
import { createIds } from '../../src/host/ids.ts';
import { ownIdentity } from '../../src/host/machineId.ts';
import { parseProcStat, processStart } from '../../src/host/processStart.ts';
import { eventually } from '../support/realProcesses.ts';

test('a process keeps its start time, and two that start apart have different ones', async () => {
  const own = processStart(process.pid);
  expect(own).toEqual(processStart(process.pid));
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect([
    own.kind,
    processStart(child.pid!).kind,
    JSON.stringify(own) === JSON.stringify(processStart(child.pid!)),
  ]).toEqual(['alive', 'alive', false]);
});

test('a zombie is dead: nobody reaped it, and it will never beat again', async () => {
  // A shell that became sleep never waits for the child that the shell had started.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
  expect(await eventually(() => processStart(pid).kind === 'dead')).toBe(true);
  expect(() => process.kill(pid, 0)).not.toThrow();
});

test('numbers that nobody can have are dead', () => {
  expect([0, -1, 2 ** 22 + 5, Number.NaN, 1.5].map((pid) => processStart(pid).kind)).toEqual(
    Array(5).fill('dead'),
  );
});

test('a program name with spaces and parentheses does not shift the fields of its stat line', () => {
  const rest = ['S', '7', '8', '9', ...Array<string>(15).fill('0'), '4711', '0'].join(' ');
  expect(parseProcStat(`42 (a) b (c)) ${rest}`)).toEqual({
    state: 'S',
    parent: 7,
    group: 8,
    session: 9,
    ticks: '4711',
  });
  expect([parseProcStat(''), parseProcStat('42 (x) S 1')]).toEqual([null, null]);
});

test('who this process is: the same every time, the machine only as a hash', () => {
  expect(ownIdentity()).toBe(ownIdentity());
  expect(ownIdentity()).toMatchObject({
    pid: process.pid,
    machine: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    pidNamespace: expect.stringMatching(/./) as string,
  });
});

test('the clock goes forward, tells UTC with milliseconds, and a sleep ends with the reason of its signal', async () => {
  const clock = createClock();
  const before = clock.monotonic();
  await clock.sleep(20);
  expect(clock.monotonic() - before).toBeGreaterThanOrEqual(18);
  expect(clock.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const stop = new AbortController();
  const sleep = clock.sleep(60_000, stop.signal);
  stop.abort(new Error('enough'));
  await expect(sleep).rejects.toThrow('enough');
  await expect(clock.sleep(1, stop.signal)).rejects.toThrow('enough');
});

test('a suffix is four characters that a session id may have, and another one next time', () => {
  const suffixes = Array.from({ length: 200 }, () => createIds().suffix());
  expect(suffixes.every((suffix) => /^[a-z0-9]{4}$/.test(suffix))).toBe(true);
  expect(new Set(suffixes).size).toBeGreaterThan(190);
});
