import { dirname, sep } from 'node:path';
import { readdir, readFile, readlink } from '../host/disk.ts';
import { parseProcStat } from '../host/processStart.ts';
import { readLinkedFolders } from './linkedFolders.ts';

/** Long-lived git commands that never lock a ref, including our own readers. */
const HARMLESS: readonly string[] = ['cat-file', 'hash-object', 'fsmonitor--daemon'];

/** The kernel reports to programs in hundredths of a second, whatever it uses itself. */
const TICKS_PER_SECOND = 100;

/** File and process clocks are read one after the other, and round differently. */
const SLACK_MS = 2_000;

/**
 * Whether a process on this system may own a lock of this age: it has it open, or it is a git that has been running in the
 * repository since (git closes a lock long before releasing it). Only Linux shows enough; elsewhere the answer is `unseen`.
 * Processes of other machines and containers are invisible, so `none here` alone proves nothing.
 */
export async function lockOwner(
  commonDir: string,
  lock: string,
  ageMs: number,
): Promise<'may live' | 'none here' | 'unseen'> {
  const pids = await readdir('/proc').catch(() => []); // no such folder: no Linux
  const uptime = Number((await textOf('/proc/uptime')).split(' ')[0]) * 1000;
  if (!Number.isFinite(uptime) || uptime === 0) return 'unseen';
  const roots = await rootsOf(commonDir);
  for (const pid of pids) {
    if (!/^[1-9]\d*$/.test(pid)) continue;
    const stat = parseProcStat(await textOf(`/proc/${pid}/stat`));
    // Ended meanwhile, or a zombie, which owns nothing.
    if (stat === null || stat.state === 'Z' || stat.state === 'X') continue;
    const aliveMs = uptime - (Number(stat.ticks) / TICKS_PER_SECOND) * 1000;
    if (aliveMs < ageMs - SLACK_MS) continue;
    if ((await isGitIn(pid, roots)) || (await hasOpen(pid, lock))) return 'may live';
  }
  return 'none here';
}

async function isGitIn(pid: string, roots: readonly string[]): Promise<boolean> {
  const [program = '', ...args] = (await textOf(`/proc/${pid}/cmdline`)).split('\0');
  if (!/(^|\/)git(-[a-z-]+)?$/.test(program)) return false;
  if (args.some((arg) => HARMLESS.includes(arg))) return false;
  const cwd = await linkOf(`/proc/${pid}/cwd`);
  return roots.some((root) => cwd === root || cwd.startsWith(root + sep));
}

async function hasOpen(pid: string, file: string): Promise<boolean> {
  const open = await readdir(`/proc/${pid}/fd`).catch(() => []); // somebody else's process
  for (const fd of open) if ((await linkOf(`/proc/${pid}/fd/${fd}`)) === file) return true;
  return false;
}

/** The common directory, the main working tree around it, and the linked ones. */
async function rootsOf(commonDir: string): Promise<readonly string[]> {
  return [commonDir, dirname(commonDir), ...(await readLinkedFolders(commonDir)).keys()];
}

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
const linkOf = (path: string): Promise<string> => readlink(path).catch(() => '');
