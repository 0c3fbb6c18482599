import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { linuxStartTime, parseProcStat } from '../host/processStart.ts';
import { carriesMark } from './protocol.ts';

/** A living process as the system lists it. */
export interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly startTime: string;
}

/** What tells the members of one of our groups; `leader: null` = its number may mean somebody else by now. */
export interface Belonging {
  readonly leader: number | null;
  readonly mark: string;
  /** Processes known from earlier looks, by number, with their start time: their parents may be gone. */
  readonly known: ReadonlyMap<number, string>;
}

/**
 * Everybody who belongs to a group now: marked, or known, or in the leader's group or session, or a descendant
 * of one of these. A process that cleared its environment, left the session and lost its parent between two
 * looks escapes; nothing short of a cgroup would find it.
 *
 * Windows has neither groups nor readable environments: there the tree is ended by `taskkill /T`.
 */
export function groupMembers(of: Belonging): readonly Listed[] {
  const all = listProcesses();
  const isMarked = markReader(of.mark);
  const members = new Map<number, Listed>();
  for (const one of all) {
    const inGroup = of.leader !== null && (one.group === of.leader || one.session === of.leader);
    if (inGroup || of.known.get(one.pid) === one.startTime || isMarked(one.pid)) members.set(one.pid, one);
  }
  return withDescendants(all, members).filter((one) => one.pid !== process.pid);
}

/** Living processes; zombies are none. Empty where the system cannot be asked. */
function listProcesses(): readonly Listed[] {
  if (process.platform === 'win32') return [];
  return process.platform === 'linux' ? listProc() : listPs();
}

function withDescendants(all: readonly Listed[], members: Map<number, Listed>): readonly Listed[] {
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const one of all)
      if (members.has(one.parent) || members.has(one.group) || members.has(one.session))
        members.set(one.pid, one);
  }
  return [...members.values()];
}

function listProc(): readonly Listed[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = parseProcStat(read(`/proc/${name}/stat`));
    if (stat === null || stat.state === 'Z' || stat.state === 'X') return [];
    return [
      {
        pid: Number(name),
        parent: stat.parent,
        group: stat.group,
        session: stat.session,
        startTime: linuxStartTime(stat.ticks),
      },
    ];
  });
}

function listPs(): readonly Listed[] {
  return ps(['-axo', 'pid=,ppid=,pgid=,state=,lstart=']).flatMap((line) => {
    const [, pid, parent, group, state, startTime] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*\S)\s*$/.exec(line) ?? [];
    if (pid === undefined || startTime === undefined || state?.startsWith('Z') === true) return [];
    // macOS prints no session number here; its groups and parents have to do.
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: -1, startTime }];
  });
}

/** On Linux one file for each process that is asked about; elsewhere one `ps` that also prints environments (own processes only). */
function markReader(mark: string): (pid: number) => boolean {
  if (process.platform === 'linux') return (pid) => carriesMark(read(`/proc/${pid}/environ`), mark);
  const found = new Set<number>();
  // The mark is 32 random digits that stand nowhere but in environments: finding it in the line is enough.
  for (const line of ps(['-axEwwo', 'pid=,command=']))
    if (line.includes(mark)) found.add(Number.parseInt(line, 10));
  return (pid) => found.has(pid);
}

function ps(args: readonly string[]): readonly string[] {
  try {
    return execFileSync('ps', args, {
      encoding: 'utf8',
      timeout: 5_000,
      maxBuffer: 1 << 26,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split('\n');
  } catch {
    // Without ps nobody can be listed; the group is still signalled by its number.
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended this instant, or belongs to somebody else: then it is none of ours.
    return '';
  }
}
