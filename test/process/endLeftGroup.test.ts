import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { processStart } from '../../src/host/processStart.ts';
import type { ProcessGroup } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { eventually, isAlive, realProcesses } from '../support/realProcesses.ts';

const engineProgram = fileURLToPath(new URL('engineProgram.ts', import.meta.url));
const end = (group: ProcessGroup): Promise<boolean> => realProcesses().end(group);

/** A group whose engine and supervisor were both killed before either could clean up. */
async function orphaned(
  command: string,
): Promise<{ readonly group: ProcessGroup; readonly left: number; readonly cwd: string }> {
  const cwd = await temporaryFolder();
  const engine = spawn(
    process.execPath,
    [engineProgram, `echo $PPID > parent; setsid sh -c 'echo $$ > left; exec sleep 600' & ${command}`, cwd],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const number = async (name: string): Promise<number> =>
    Number(await readFile(join(cwd, name), 'utf8').catch(() => '0'));
  const group = JSON.parse(
    String(await new Promise((resolve) => engine.stdout.once('data', resolve))),
  ) as ProcessGroup;
  expect(await eventually(async () => (await number('parent')) > 0 && (await number('left')) > 0)).toBe(true);
  process.kill(await number('parent'), 'SIGSTOP');
  engine.kill('SIGKILL');
  process.kill(await number('parent'), 'SIGKILL');
  return { group, left: await number('left'), cwd };
}

test('[E14] whoever takes over ends what is left of a group, once', async () => {
  const { group, left } = await orphaned('sleep 600');
  expect([isAlive(group.pid), isAlive(left)]).toEqual([true, true]);
  expect(await end(group)).toBe(true);
  expect([isAlive(group.pid), isAlive(left)]).toEqual([false, false]);
  expect(await end(group)).toBe(false);
});

test('a copy of the repository leaves alone who works for the one that it was copied from, until that one is gone', async () => {
  const { group, cwd } = await orphaned('sleep 600');
  const [original, copy] = [join(cwd, 'original'), join(cwd, 'copy')];
  await mkdir(original);
  await mkdir(copy);
  expect(await realProcesses(copy).end({ ...group, gitDir: original })).toBe(false);
  expect(isAlive(group.pid)).toBe(true);
  await rm(original, { recursive: true });
  expect(await realProcesses(copy).end({ ...group, gitDir: original })).toBe(true);
});

test('what is left of a group without its leader is ended too', async () => {
  // The leader ends only when there is no supervisor any more that would clean up after it.
  const { group, left, cwd } = await orphaned('while [ ! -e go ]; do sleep 0.02; done; exit 0');
  await writeFile(join(cwd, 'go'), '');
  expect(await eventually(() => !isAlive(group.pid))).toBe(true);
  expect(isAlive(left)).toBe(true);
  expect(await end(group)).toBe(true);
  expect(isAlive(left)).toBe(false);
});

test('a process that was given the same number later is left alone', async () => {
  const stranger = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void stranger.kill('SIGKILL'));
  const pid = stranger.pid!;
  const start = processStart(pid);
  expect(start.kind).toBe('alive');
  expect(await end({ pid, startTime: 'another', mark: '0'.repeat(32) })).toBe(false);
  expect(isAlive(pid)).toBe(true);
});

test('a start time and a number that come from another boot mean nobody', async () => {
  const start = processStart(process.pid);
  if (start.kind !== 'alive') throw new Error('this process lives');
  expect(
    await end({
      pid: process.pid,
      startTime: start.startTime.replace(/^[0-9a-f]{8}/, 'ffffffff'),
      mark: '0'.repeat(32),
    }),
  ).toBe(false);
});
