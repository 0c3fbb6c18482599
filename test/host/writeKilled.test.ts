import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isTemporaryName } from '../../src/model/names/temporaryName.ts';
import { atomicWrite } from '../../src/host/atomicWrite.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

const source = fileURLToPath(new URL('../../src/host/atomicWrite.ts', import.meta.url));
/** Writes `o…o` and `n…n` in turn until it is killed. */
const WRITER = `
import { atomicWrite } from ${JSON.stringify(source)};
const path = process.argv[1];
for (let n = 0; ; n += 1) { await atomicWrite(path, (n % 2 ? 'o' : 'n').repeat(100_000)); if (n === 0) console.log('begun'); }
`;

test('[L19] a writer killed at any moment leaves the old text or the new one, and the next write cleans up after it', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'STATUS.md');
  let torn = 0;
  for (let round = 0; round < 12; round += 1) {
    const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, (round * 7) % 31));
    writer.kill('SIGKILL');
    await new Promise((resolve) => writer.once('exit', resolve));
    expect(await readFile(path, 'utf8')).toMatch(/^(o{100000}|n{100000})$/);
    torn += (await readdir(folder)).filter(isTemporaryName).length;
  }
  expect(torn).toBeGreaterThan(0);
  await atomicWrite(path, 'end');
  expect(await readdir(folder)).toEqual(['STATUS.md']);
});
