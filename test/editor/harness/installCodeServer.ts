import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from '../../support/installOnce.ts';
import { runProgram } from '../../support/runProgram.ts';
import { environmentWithNode } from './nodeForServer.ts';

/** code-server 4.139.1 carries VS Code 1.139.1. */
const VERSION = '4.139.1';
/** Their install scripts are skipped with all others, and without them the extension host does not start. */
const NATIVE_PARTS = ['@vscode/spdlog', '@vscode/native-watchdog'];
const WORKBENCH = join('node_modules', 'code-server', 'lib', 'vscode');

/** Makes sure of the browser build of VS Code in the cache; answers with the folder that holds `out/server-main.js`. */
export async function installCodeServer(say: (line: string) => void = console.log): Promise<string> {
  const home = await installOnce(`code-server-${VERSION}`, async (folder) => {
    const env = environmentWithNode();
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    say(`VS Code for the browser: fetching code-server ${VERSION} (once, about a minute in all)`);
    await runProgram('npm', ['install', `code-server@${VERSION}`, ...quiet], { cwd: folder, env });
    say('VS Code for the browser: fetching what its server needs');
    const workbench = join(folder, WORKBENCH);
    await runProgram('npm', ['install', '--omit=dev', ...quiet], { cwd: workbench, env });
    say('VS Code for the browser: building its native parts (needs python3, make and a C++ compiler)');
    await runProgram('npm', ['rebuild', ...NATIVE_PARTS], { cwd: workbench, env });
    say('VS Code for the browser: installed');
  });
  return join(home, WORKBENCH);
}
