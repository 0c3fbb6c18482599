import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from '../installOnce.ts';
import { runProgram } from '../runProgram.ts';

/**
 * Installs one npm package into the cache and answers with its folder.
 *
 * No script of it runs, and nothing that is optional comes along (its own browser, clipboard or terminal parts).
 */
export async function installPackage(name: string, version: string): Promise<string> {
  const folder = `${name.replace('@', '').replace('/', '-')}-${version}`;
  const home = await installOnce(folder, async (cwd) => {
    await writeFile(join(cwd, 'package.json'), '{ "private": true }\n');
    const quiet = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
    await runProgram('npm', ['install', `${name}@${version}`, ...quiet], { cwd });
  });
  return join(home, 'node_modules', name);
}
