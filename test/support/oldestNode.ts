import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from './installOnce.ts';
import { runProgram } from './runProgram.ts';

/** The oldest Node that Cairn promises to run on is that of VS Code 1.106: 22. */
const VERSION = '22.23.3';

/** Path of a real Node 22, from the npm package that holds the program for this platform. */
export async function oldestNode(): Promise<string> {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const home = await installOnce(`${name}-${VERSION}`, async (cwd) => {
    await writeFile(join(cwd, 'package.json'), '{ "private": true }\n');
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
    await runProgram('npm', ['install', `${name}@${VERSION}`, ...quiet], { cwd });
  });
  return join(home, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
