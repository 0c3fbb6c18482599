import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTemporaryName, temporaryName } from '../../src/model/names/temporaryName.ts';
import { atomicWrite } from '../../src/host/atomicWrite.ts';
import { ownMark } from '../../src/host/processMark.ts';
import { readSoak } from '../soak/readSoak.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

/** Of the soak (`npm run soak -- --reads 100000`) as much as every run of the tests can bear. */
test('[L20] of 2,000 reads during writes each sees the old text or the new one, never a mixture', async () => {
  const { mixed, ...whole } = await readSoak(2_000);
  expect(mixed).toBe(0);
  expect(whole.old + whole.new).toBe(2_000);
  expect(Math.min(whole.old, whole.new)).toBeGreaterThan(0);
});

test('an existing file keeps its mode, and nothing is left beside it', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'run.sh');
  await writeFile(path, 'old');
  await chmod(path, 0o750);
  await atomicWrite(path, 'new');
  expect([(await stat(path)).mode & 0o777, await readFile(path, 'utf8'), await readdir(folder)]).toEqual([
    0o750,
    'new',
    ['run.sh'],
  ]);
});

test('a write that fails leaves the old file and no temporary one', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'taken', 'inside'), { recursive: true });
  await expect(atomicWrite(join(folder, 'taken'), 'text')).rejects.toThrow(/EISDIR|ENOTEMPTY|EPERM/);
  expect(await readdir(folder)).toEqual(['taken']);
});

const NOBODY = 2 ** 22 + 5;
const NONCE = 'abcdef012345';
const [place, start] = [ownMark().slice(0, 8), ownMark().slice(8)];

test.each([
  ['whose process is gone', temporaryName(NOBODY, ownMark(), NONCE), 0, false],
  ['whose number another process has by now', temporaryName(process.ppid, ownMark(), NONCE), 0, false],
  ['whose number this process has by now', temporaryName(process.pid, `${place}00000000`, NONCE), 0, false],
  ['whose process lives', temporaryName(process.pid, place + start, NONCE), 0, true],
  ['of another container, made now', temporaryName(NOBODY, `00000000${start}`, NONCE), 0, true],
  ['of another container, made yesterday', temporaryName(NOBODY, `00000000${start}`, NONCE), 86_400, false],
  ['of 0.1.0, whose process is gone', temporaryName(NOBODY, '', NONCE), 0, false],
  ['of 0.1.0, whose number somebody has', temporaryName(process.ppid, '', NONCE), 0, true],
  ['of somebody else', '.cairn-tmp-notes', 86_400, true],
])(
  'what a writer left beside, %s, stays or goes with the next write',
  async (_which, name, seconds, stays) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, name), 'half');
    const made = Date.now() / 1000 - seconds;
    await utimes(join(folder, name), made, made);
    await atomicWrite(join(folder, 'STATUS.md'), 'whole');
    expect((await readdir(folder)).toSorted()).toEqual([...(stays ? [name] : []), 'STATUS.md']);
  },
);

test('a temporary name is told from every other, at any depth', () => {
  expect(
    ['.cairn/sessions/x/01-plan/.cairn-tmp-42-abcdef012345', '.cairn-tmp-42-abcdef012345'].map(
      isTemporaryName,
    ),
  ).toEqual([true, true]);
  expect(
    [
      '.cairn-tmp-42-abcdef012345/x',
      'cairn-tmp-42-abcdef012345',
      '.cairn-tmp-x-abcdef012345',
      '.cairn-tmp-1-abc',
    ].map(isTemporaryName),
  ).toEqual([false, false, false, false]);
});
