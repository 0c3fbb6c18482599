import { appendFileSync } from 'node:fs';
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchPaths } from '../../src/files/watchPaths.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { eventually } from '../support/realProcesses.ts';

async function watching(paths: readonly string[]): Promise<{ hints: number }> {
  const seen = { hints: 0 };
  const watch = watchPaths(paths, () => (seen.hints += 1));
  onTestFinished(() => watch.dispose());
  await watch.stands;
  return seen;
}

test('what changes once the watch stands is a hint', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'agent.log');
  await writeFile(file, 'old');
  for (let times = 0; times < 20; times += 1) {
    const seen = await watching([file]);
    await appendFile(file, 'new');
    expect(await eventually(() => seen.hints > 0)).toBe(true);
  }
});

test('[E9] a file that is replaced, one that appears and one deep below are hints', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'refs', 'heads', 'cairn'), { recursive: true });
  await writeFile(join(folder, 'STATUS.md'), 'old');
  const seen = await watching([join(folder, 'STATUS.md'), join(folder, 'refs'), join(folder, 'later')]);
  const acts = [
    async () => {
      await writeFile(join(folder, 'temp'), 'new');
      await rename(join(folder, 'temp'), join(folder, 'STATUS.md'));
    },
    () => writeFile(join(folder, 'refs', 'heads', 'cairn', 'session'), 'id'),
    () => writeFile(join(folder, 'later'), 'now'),
  ];
  for (const act of acts) {
    const before = seen.hints;
    await act();
    expect(await eventually(() => seen.hints > before)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
});

test('[E20] what was not named, or lies deeper than four folders, is not watched', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'named', 'a', 'b', 'c', 'd', 'e', 'f'), { recursive: true });
  const seen = await watching([join(folder, 'named')]);
  await writeFile(join(folder, 'beside'), 'x');
  await writeFile(join(folder, 'named', 'a', 'b', 'c', 'd', 'e', 'f', 'file'), 'x');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(seen.hints).toBe(0);
});

test('a burst is few hints, and none comes after the watch was disposed of', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'journal.jsonl');
  await writeFile(file, '');
  const seen = { hints: 0 };
  const watch = watchPaths([folder], () => (seen.hints += 1));
  await new Promise((resolve) => setTimeout(resolve, 200));
  // In one go: on a busy machine a hundred writes one after the other are no burst.
  for (let n = 0; n < 100; n += 1) appendFileSync(file, 'line\n');
  expect(await eventually(() => seen.hints > 0)).toBe(true);
  expect(seen.hints).toBeLessThan(10);
  watch.dispose();
  const before = seen.hints;
  await appendFile(file, 'line\n');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(seen.hints).toBe(before);
});

test('[E20] a worktree inside the state folder is not watched: its agent would hint without end', async () => {
  const folder = await temporaryFolder();
  const session = join(folder, 'cairn', 'one');
  await mkdir(join(session, 'worktree', 'src'), { recursive: true });
  const seen = await watching([join(folder, 'cairn')]);
  await writeFile(join(session, 'worktree', 'src', 'file'), 'x');
  await writeFile(join(session, 'worktree', 'file'), 'x');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(seen.hints).toBe(0);
  await writeFile(join(session, 'journal.jsonl'), 'x');
  expect(await eventually(() => seen.hints > 0)).toBe(true);
});
