import { readdir, readFile } from 'node:fs/promises';
import { parseProcStat } from '../../src/host/processStart.ts';

/** The processes that one has started and whose command line holds a text, but for zombies. */
export async function children(parent: number, text: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    if ((await parentOf(Number(name))) !== parent) continue;
    if ((await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).includes(text))
      found.push(Number(name));
  }
  return found;
}

/** Null for one that has ended. */
export async function parentOf(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const stat = parseProcStat(text);
  if (stat === null || stat.state === 'Z') return null;
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}
