import { readdirSync } from 'node:fs';
import { printedBy, textIn } from '../host/machineFacts.ts';
import { linuxStartTime, linuxTicks, parseProcStat } from '../host/processStart.ts';
import { carriesMark } from './protocol.ts';

/** A living process as the system lists it. */
export interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly startTime: string;
}

/** By what we recognise the members of one of our groups. */
interface Belonging {
  /** Null if its number may mean another process by now. */
  readonly leader: number | null;
  readonly mark: string;
  /** The start times of members from earlier looks, by number: once a member, always a member, even if its parent is gone. */
  readonly known: Map<number, string>;
  /** When its first process started, as {@link Listed} says it: none that is older can have the mark. */
  readonly since?: string;
}

/**
 * The members of a group now: every process with the mark, known from before, or in the leader's group or session, and all their
 * descendants. Adds them to `known`. A process that cleared its environment, left the session and lost its parent between two
 * looks escapes; only a cgroup would find it.
 *
 * Windows has neither groups nor readable environments: there `taskkill /T` ends the tree.
 */
export function groupMembers({ leader, mark, known, since }: Belonging): readonly Listed[] {
  const all = listProcesses();
  const isMarked = markReader(mark);
  const found = new Map<number, Listed>();
  for (const one of all) {
    const inGroup = leader !== null && (one.group === leader || one.session === leader);
    if (inGroup || known.get(one.pid) === one.startTime || (isYoungEnough(one, since) && isMarked(one.pid)))
      found.set(one.pid, one);
  }
  const members = withDescendants(all, found).filter((one) => one.pid !== process.pid);
  for (const one of members) known.set(one.pid, one.startTime);
  return members;
}

/** Where the system counts ticks; to read an environment is most of what a look costs. */
function isYoungEnough({ startTime }: Listed, since: string | undefined): boolean {
  const [then, now] = [linuxTicks(since ?? ''), linuxTicks(startTime)];
  return then === null || now === null || now >= then;
}

/** Living processes, without zombies; empty if the system cannot be asked. */
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
    const stat = parseProcStat(textIn(`/proc/${name}/stat`) ?? '');
    if (stat === null || stat.state === 'Z' || stat.state === 'X') return [];
    const { parent, group, session, ticks } = stat;
    return [{ pid: Number(name), parent, group, session, startTime: linuxStartTime(ticks) }];
  });
}

function listPs(): readonly Listed[] {
  return ps(['-axo', 'pid=,ppid=,pgid=,state=,lstart=']).flatMap((line) => {
    const [, pid, parent, group, state, startTime] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*\S)\s*$/.exec(line) ?? [];
    if (pid === undefined || startTime === undefined || state?.startsWith('Z') === true) return [];
    // macOS prints no session number here; groups and parents must do.
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: -1, startTime }];
  });
}

/** Finds the mark: on Linux in a file per process, elsewhere in one `ps` that also prints environments (of our own processes only). */
function markReader(mark: string): (pid: number) => boolean {
  if (process.platform === 'linux') return (pid) => carriesMark(textIn(`/proc/${pid}/environ`) ?? '', mark);
  const found = new Set<number>();
  // The mark is 32 random digits that occur only in environments: finding it anywhere in the line is enough.
  for (const line of ps(['-axEwwo', 'pid=,command=']))
    if (line.includes(mark)) found.add(Number.parseInt(line, 10));
  return (pid) => found.has(pid);
}

/** Without `ps` we can list nobody; the group is still signalled by its number. */
const ps = (args: readonly string[]): readonly string[] => printedBy('ps', args)?.split('\n') ?? [];
