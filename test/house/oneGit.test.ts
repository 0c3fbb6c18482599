import { execFile } from 'node:child_process';
import { copyFile, glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/gitRepo.ts';

/** What the lint rules of this repository say of these files, as `file: message`. */
async function lint(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  // Its patterns are relative to where it lies.
  await copyFile('.oxlintrc.json', join(folder, '.oxlintrc.json'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve('node_modules/oxlint/bin/oxlint'), '--format', 'json', '.'],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { readonly code: string; readonly filename: string }[];
  };
  return diagnostics
    .filter(({ code }) => code.includes('no-restricted-imports'))
    .map(({ filename }) => filename)
    .toSorted();
}

it('[M11] the engine is handed its store: git is named by the git adapter alone, and whatever else names it fails the lint', async () => {
  const git = `import { simpleGit } from 'simple-git';\nexport const git = simpleGit();\n`;
  const process = `import { spawn } from 'node:child_process';\nexport const git = spawn('git');\n`;
  const adapter = `import { openRepository } from '../git/openRepository.ts';\nexport const git = openRepository;\n`;
  const engine: readonly (readonly [string, string])[] = ['model', 'session', 'session/run', 'base'].flatMap(
    (room) => [
      [`src/${room}/a.ts`, git],
      [`src/${room}/b.ts`, process],
      [`src/${room}/c.ts`, adapter.replace('..', room.includes('/') ? '../..' : '..')],
    ],
  );
  const allowed = { 'src/git/a.ts': git };
  expect(await lint({ ...Object.fromEntries(engine), ...allowed })).toEqual(
    engine.map(([path]) => path).toSorted(),
  );

  const naming: string[] = [];
  for await (const path of glob('src/**/*.ts')) {
    const text = await readFile(path, 'utf8');
    if (/from 'simple-git'|\b(spawn|exec|execFile|fork)(Sync)?\(\s*['"`]git\b/.test(text))
      naming.push(dirname(path));
  }
  expect(new Set(naming)).toEqual(new Set(['src/git']));
});
