import { join } from 'node:path';
import { lstat, readdir, readFile, readlink } from '../../src/host/disk.ts';

/** Everything below a folder, byte for byte, with modes and links; without git's own and the rendered STATUS.md. */
export async function diskOf(root: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(root, below), { withFileTypes: true }).catch(() => [])) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name === '.git' || path.endsWith('/STATUS.md')) continue;
      const at = join(root, path);
      if (entry.isDirectory()) await walk(path);
      else if (entry.isSymbolicLink()) found[path] = `-> ${await readlink(at)}`;
      else
        found[path] = `${((await lstat(at)).mode & 0o111) === 0 ? '' : 'x '}${await readFile(at, 'latin1')}`;
    }
  };
  await walk('');
  return found;
}
