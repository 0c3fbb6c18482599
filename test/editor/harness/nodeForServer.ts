import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const repository = join(import.meta.dirname, '..', '..', '..');

/**
 * The Node that the server of VS Code runs on and that its native parts are built for.
 *
 * VS Code 1.139 wants Node 24, and the machine's own may be any: the one pinned in `node_modules` comes first.
 */
export function nodeForServer(): string {
  const pinned = join(
    repository,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  return existsSync(pinned) ? pinned : process.execPath;
}

/** The environment in which `node` means {@link nodeForServer}, for npm and for what npm starts. */
export function environmentWithNode(): NodeJS.ProcessEnv {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [name]: `${dirname(nodeForServer())}${delimiter}${process.env[name] ?? ''}` };
}
