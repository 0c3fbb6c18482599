import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from './installOnce.ts';

/** Namespaces are what a machine, or the container that it is, may refuse. */
const TRIED = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', '--', 'true'];

/** The bubblewrap of this machine, or one of Debian's that is unpacked into the cache; else why there is none that works. */
export async function bubblewrap(): Promise<{ readonly program: string } | { readonly lacks: string }> {
  if (whyNot('bwrap') === null) return { program: 'bwrap' };
  const program = await unpacked().catch((error: unknown) => String(error));
  const lacks = whyNot(program);
  return lacks === null ? { program } : { lacks };
}

function whyNot(program: string): string | null {
  const { error, status, stderr } = spawnSync(program, TRIED, { encoding: 'utf8' });
  if (error !== undefined) return `${program}: ${error.message}`;
  return status === 0 ? null : `${program}: ${stderr.trim()}`;
}

async function unpacked(): Promise<string> {
  const home = await installOnce('bubblewrap', async (cwd) => {
    run('apt-get', ['download', 'bubblewrap'], cwd);
    const [archive = ''] = (await readdir(cwd)).filter((name) => name.endsWith('.deb'));
    run('dpkg-deb', ['-x', archive, '.'], cwd);
  });
  return join(home, 'usr', 'bin', 'bwrap');
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { error, status, stderr } = spawnSync(program, [...args], {
    cwd,
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (error !== undefined || status !== 0) throw error ?? new Error(`${program}: ${stderr.trim()}`);
}
