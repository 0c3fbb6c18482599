import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';
import { environmentWithNode } from './nodeForServer.ts';
import { runProgram } from './runProgram.ts';

/** code-server 4.139.1 carries VS Code 1.139.1. */
const VERSION = '4.139.1';
/** Written last: without it the folder is what an interrupted install left, and is made anew. */
const MARKER = 'complete';
/** Their install scripts are skipped with all others, and without them the extension host does not start. */
const NATIVE_PARTS = ['@vscode/spdlog', '@vscode/native-watchdog'];

/** Makes sure of the browser build of VS Code in the cache; answers with the folder that holds `out/server-main.js`. */
export async function installCodeServer(say: (line: string) => void = console.log): Promise<string> {
  const cache = cacheFolder();
  const name = `code-server-${VERSION}`;
  const home = join(cache, name);
  const workbench = join('node_modules', 'code-server', 'lib', 'vscode');
  if (existsSync(join(home, MARKER))) return join(home, workbench);

  await mkdir(cache, { recursive: true });
  await removeAbandoned(cache, `${name}.partial-`);
  // Two test runs may install at once: each in a folder of its own, and the rename decides.
  const partial = join(cache, `${name}.partial-${process.pid}`);
  await mkdir(partial);
  try {
    await fill(partial, join(partial, workbench), say);
    await publish(partial, home);
  } finally {
    await rm(partial, { recursive: true, force: true, maxRetries: 5 });
  }
  return join(home, workbench);
}

async function fill(folder: string, vscode: string, say: (line: string) => void): Promise<void> {
  const env = environmentWithNode();
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  say(`VS Code for the browser: fetching code-server ${VERSION} (once, about a minute in all)`);
  await runProgram('npm', ['install', `code-server@${VERSION}`, ...quiet], { cwd: folder, env });
  say('VS Code for the browser: fetching what its server needs');
  await runProgram('npm', ['install', '--omit=dev', ...quiet], { cwd: vscode, env });
  say('VS Code for the browser: building its native parts (needs python3, make and a C++ compiler)');
  await runProgram('npm', ['rebuild', ...NATIVE_PARTS], { cwd: vscode, env });
  await writeFile(join(folder, MARKER), `${VERSION}\n`);
  say('VS Code for the browser: installed');
}

async function publish(partial: string, home: string): Promise<void> {
  if (existsSync(join(home, MARKER))) return;
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
  try {
    await rename(partial, home);
  } catch (error) {
    // Another run was first: its install is as good as this one.
    if (!existsSync(join(home, MARKER))) throw error;
  }
}

/** Clears away what killed installs left; one whose process still lives is somebody's work. */
async function removeAbandoned(cache: string, prefix: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
    await rm(join(cache, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // No such process is what is being asked.
  }
}
