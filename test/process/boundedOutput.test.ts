import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedOutput } from '../../src/process/boundedOutput.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { runCommand } from '../support/realProcesses.ts';

test('[F8] a flood of output is kept at both ends, and the middle is told', async () => {
  const cwd = await temporaryFolder();
  const end = await runCommand(
    'echo first; yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | head -c 40000000; echo; echo last',
    { cwd },
  );
  expect(end).toMatchObject({ kind: 'exited', exitCode: 0 });
  expect(end.tail.split('\n')).toHaveLength(30);
  expect(end.tail).toMatch(/\nlast$/);
  const output = await readFile(join(cwd, 'output.log'), 'utf8');
  expect(output).toMatch(/^first\naaa/);
  expect(output).toMatch(/\nlast\n$/);
  expect(output).toMatch(/\n\[cairn: 2951\d{4} bytes left out here\]\n/);
  expect((await stat(join(cwd, 'output.log'))).size).toBeLessThan(10 * 1024 * 1024 + 100);
});

test('whatever the pieces, the file is the whole output or its two ends around the number of missing bytes', async () => {
  const folder = await temporaryFolder();
  let n = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 12 }), async (chunks) => {
      const path = join(folder, `out-${(n += 1)}`);
      const output = new BoundedOutput(path, 100);
      for (const chunk of chunks) output.write(Buffer.from(chunk));
      output.close();
      const all = Buffer.concat(chunks);
      const missing = Math.max(0, all.length - 100);
      const note =
        missing === 0 ? Buffer.alloc(0) : Buffer.from(`\n[cairn: ${missing} bytes left out here]\n`);
      const expected = Buffer.concat([
        all.subarray(0, 50),
        note,
        all.subarray(Math.max(50, all.length - 50)),
      ]);
      expect((await readFile(path)).equals(expected)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('the tail is what a terminal would show at last: no colours, progress bars at their end', async () => {
  const cwd = await temporaryFolder();
  const end = await runCommand(String.raw`printf '\033[31mred\033[0m\n10%%\r50%%\r100%%\nend\n'`, { cwd });
  expect(end.tail).toBe('red\n100%\nend');
});

test('an output file that cannot be written costs the record, not the command', async () => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'file'), '');
  expect(await runCommand('echo said', { cwd, outputFile: join(cwd, 'file', 'log') })).toMatchObject({
    kind: 'exited',
    exitCode: 0,
    tail: 'said',
  });
});

test('lines are told as they come, the last one also without its newline', async () => {
  const cwd = await temporaryFolder();
  const lines: string[] = [];
  await runCommand("printf 'one\\ntwö\\nthree'; printf 'four\\n' >&2", {
    cwd,
    onLine: (line) => lines.push(line),
  });
  expect(lines.sort()).toEqual(['four', 'one', 'three', 'twö']);
});
