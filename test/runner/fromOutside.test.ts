import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from '../../scripts/bundle.ts';
import { gitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { THOROUGH } from '../support/thorough.ts';

const run = (cwd: string, program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8' });

/** What the build leaves is imported by name from a project of somebody's, as after `npm install <folder of Cairn>`. */
test('the example of a program of your own compiles against the package and runs', THOROUGH, async () => {
  const folder = await temporaryFolder();
  const installed = join(folder, 'node_modules', 'cairn');
  await mkdir(installed, { recursive: true });
  await cp('package.json', join(installed, 'package.json'));
  await bundle(join(installed, 'dist'));
  const tsc = resolve('node_modules/.bin/tsc');
  run('.', tsc, '-p', 'tsconfig.types.json', '--outDir', join(installed, 'dist/types'));
  await mkdir(join(folder, 'node_modules/@types'));
  await symlink(resolve('node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  await symlink(resolve('node_modules/undici-types'), join(folder, 'node_modules/undici-types'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await cp('examples/program/listSessions.ts', join(folder, 'listSessions.ts'));
  const strict = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
    '--skipLibCheck',
  ];
  run(folder, tsc, ...strict, 'listSessions.ts');
  // Typed for real: what is not there does not compile.
  const wrong = (await readFile('examples/program/listSessions.ts', 'utf8')).replace(
    'api.list()',
    'api.lost()',
  );
  await writeFile(join(folder, 'wrong.ts'), wrong);
  expect(() => run(folder, tsc, ...strict, '--noEmit', 'wrong.ts')).toThrow(
    expect.objectContaining({ stdout: expect.stringContaining("'lost' does not exist") as string }),
  );

  const repo = await gitRepo({ 'README.md': 'x\n' });
  expect(run(folder, process.execPath, 'listSessions.js', repo.root)).toBe('');
});
