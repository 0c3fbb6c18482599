import { printedBy, textIn } from './machineFacts.ts';

/**
 * What is known of a process number: `dead`, or the start time that tells this process from a later one with
 * the same number. `unknown`: something is there, and the system does not say when it started.
 *
 * A zombie is dead: in a container without a reaping init it would otherwise stay "alive" for ever.
 */
export type ProcessStart =
  | { readonly kind: 'alive'; readonly startTime: string }
  | { readonly kind: 'dead' }
  | { readonly kind: 'unknown' };

/** Looks a process up by its number. Linux: one file; macOS: `ps`; Windows: PowerShell (some 300 ms). */
export function processStart(pid: number): ProcessStart {
  if (!Number.isSafeInteger(pid) || pid <= 0) return { kind: 'dead' };
  if (!exists(pid)) return { kind: 'dead' };
  if (process.platform === 'linux') return linuxStart(pid);
  return process.platform === 'win32' ? windowsStart(pid) : psStart(pid);
}

/** Start time of this very process, as {@link processStart} would say it; `?` where the system does not. */
export function ownStartTime(): string {
  const start = processStart(process.pid);
  return start.kind === 'alive' ? start.startTime : '?';
}

/** Fields of `/proc/<pid>/stat` that say who a process is. Null: not in the shape that proc(5) promises. */
export function parseProcStat(text: string): {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly ticks: string;
} | null {
  // The second field is the program's name in parentheses and may hold spaces and parentheses itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  const ticks = fields[19];
  if (
    state === undefined ||
    parent === undefined ||
    group === undefined ||
    session === undefined ||
    ticks === undefined
  )
    return null;
  return { state, parent: Number(parent), group: Number(group), session: Number(session), ticks };
}

let bootId: string | null = null;

/** Ticks since boot repeat after the next boot: the boot belongs to the start time. */
export function linuxStartTime(ticks: string): string {
  bootId ??= textIn('/proc/sys/kernel/random/boot_id')?.trim().slice(0, 8) ?? 'boot';
  return `${bootId}/${ticks}`;
}

function linuxStart(pid: number): ProcessStart {
  const stat = parseProcStat(textIn(`/proc/${pid}/stat`) ?? '');
  // No such file although the process exists: /proc is mounted with hidepid, or it ended this instant.
  if (stat === null) return exists(pid) ? { kind: 'unknown' } : { kind: 'dead' };
  if (stat.state === 'Z' || stat.state === 'X') return { kind: 'dead' };
  return { kind: 'alive', startTime: linuxStartTime(stat.ticks) };
}

function windowsStart(pid: number): ProcessStart {
  const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
  return answer(printedBy('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]));
}

function psStart(pid: number): ProcessStart {
  const line = printedBy('ps', ['-o', 'state=,lstart=', '-p', String(pid)]);
  if (line?.startsWith('Z') === true) return { kind: 'dead' };
  return answer(line?.replace(/^\S+\s+/, '') ?? null);
}

function answer(startTime: string | null): ProcessStart {
  return startTime === null || startTime === '' ? { kind: 'unknown' } : { kind: 'alive', startTime };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
