import { printedBy, textIn } from './machineFacts.ts';

/**
 * What we know of a process number: `dead`, or the start time that tells this process from a later one with the same number.
 * `unknown`: a process has it, and the system does not say when it started.
 *
 * A zombie is dead: in a container whose init reaps nothing, it would otherwise stay alive for ever.
 */
type ProcessStart =
  | { readonly kind: 'alive'; readonly startTime: string }
  | { readonly kind: 'dead' }
  | { readonly kind: 'unknown' };

/** Looks up a process by its number. Linux: one file; macOS: `ps`; Windows: PowerShell (some 300 ms). */
export function processStart(pid: number): ProcessStart {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !exists(pid)) return { kind: 'dead' };
  if (process.platform === 'linux') return linuxStart(pid);
  return process.platform === 'win32' ? windowsStart(pid) : psStart(pid);
}

/** The start time of a living process; null if it is dead or the system does not say. */
export function startTimeOf(pid: number): string | null {
  const found = processStart(pid);
  return found.kind === 'alive' ? found.startTime : null;
}

/** The fields of `/proc/<pid>/stat` that say who a process is; null if it does not have the shape that proc(5) promises. */
export function parseProcStat(text: string): {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly ticks: string;
} | null {
  // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  const ticks = fields[19];
  if (state === undefined || ticks === undefined) return null;
  return { state, parent: Number(parent), group: Number(group), session: Number(session), ticks };
}

let bootId: string | null = null;

/** Ticks since boot repeat after the next boot, so the start time includes the boot. */
export function linuxStartTime(ticks: string): string {
  bootId ??= textIn('/proc/sys/kernel/random/boot_id')?.trim().slice(0, 8) ?? 'boot';
  return `${bootId}/${ticks}`;
}

/** The ticks of {@link linuxStartTime}, for this boot; null for anything else. */
export function linuxTicks(startTime: string): number | null {
  const [boot, ticks] = startTime.split('/');
  return ticks === undefined || boot !== bootId ? null : Number(ticks);
}

function linuxStart(pid: number): ProcessStart {
  const stat = parseProcStat(textIn(`/proc/${pid}/stat`) ?? '');
  // No such file although the process existed: /proc is mounted with hidepid, or it has just ended.
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
    // EPERM: it exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
