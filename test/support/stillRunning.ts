import { readdir, readFile } from '../../src/host/disk.ts';

/** Processes of a phase in a repository (Linux): whatever they are, its variables are in their environment. */
export async function stillRunning(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const environ = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environ.includes(`CAIRN_SESSION_DIR=${root}`)) found.push(pid);
  }
  return found;
}
