/** `npm run vscode [folder]`: opens a folder in VS Code with this extension loaded from its sources. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { cacheFolder } from '../test/support/cacheFolder.ts';
import { startServer } from '../test/editor/harness/startServer.ts';
import { windowAddress } from '../test/editor/harness/windowAddress.ts';
import { writeSettings } from '../test/editor/harness/windowProfile.ts';

const repository = join(import.meta.dirname, '..');
const isWindows = process.platform === 'win32';
// npm starts scripts in the repository; the folder is meant from where the person stands.
const folder = resolve(process.env['INIT_CWD'] ?? '.', process.argv[2] ?? '.');
if (!existsSync(folder)) {
  console.error(`There is no ${folder}.`);
  process.exit(2);
}
if (!existsSync(join(repository, 'dist', 'extension.cjs'))) {
  const { status } = spawnSync('npm', ['run', 'build'], {
    cwd: repository,
    stdio: 'inherit',
    shell: isWindows,
  });
  if (status !== 0) process.exit(1);
}
if (desktopIsOnPath()) openInDesktop();
else await serveToBrowser();

function desktopIsOnPath(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((path) => existsSync(join(path, isWindows ? 'code.cmd' : 'code')));
}

function openInDesktop(): void {
  const quote = (text: string): string => (isWindows ? `"${text}"` : text);
  const args = [`--extensionDevelopmentPath=${repository}`, folder].map(quote);
  process.exitCode = spawnSync('code', args, { stdio: 'inherit', shell: isWindows }).status ?? 1;
}

/** Stays until ctrl-C: the server ends with this process. */
async function serveToBrowser(): Promise<void> {
  const home = join(cacheFolder(), 'npm-run-vscode');
  const token = randomUUID();
  const userDataDir = join(home, 'user');
  // The first time only: from then on they are the person's.
  if (!existsSync(join(userDataDir, 'User'))) await writeSettings(userDataDir, 'dark');
  const server = await startServer({
    userDataDir,
    extensionsDir: linkExtension(join(home, 'extensions')),
    trustDisabled: false,
    token,
  });
  const address = new URL(windowAddress(server.host, { workspace: folder }));
  address.searchParams.set('tkn', token);
  console.log(
    `\nVS Code with Cairn from ${repository}:\n\n  ${address.href}\n\nOpen it in a browser on this machine; ctrl-C ends it.`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
}

/**
 * Links the repository as an installed extension.
 *
 * An extension named in the address, as our tests do it, needs the driver for tests, and that hides notifications. The
 * folder of links is made anew, since the server reads it only where it finds no list of its own.
 */
function linkExtension(extensionsDir: string): string {
  const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  rmSync(extensionsDir, { recursive: true, force: true });
  mkdirSync(extensionsDir, { recursive: true });
  const name = `${manifest['publisher']}.${manifest['name']}-${manifest['version']}`.toLowerCase();
  symlinkSync(repository, join(extensionsDir, name), isWindows ? 'junction' : 'dir');
  return extensionsDir;
}
