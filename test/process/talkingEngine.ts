/**
 * An engine in a conversation, to be killed or measured: prints the group of the command of its first argument, run in the
 * folder of its second, then listens slowly, and prints at the end what it heard and by how much memory grew.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessGroup, ProcessPipe } from '../../src/session/ports.ts';
import { runCommand } from '../support/realProcesses.ts';

/** What the engine prints last; growth in bytes, at its highest. */
export interface Heard {
  readonly hash: string;
  readonly engineGrowth: number;
  readonly supervisorGrowth: number;
}

const [command = '', cwd = '.'] = process.argv.slice(2);
const ps = (what: string, pid: number): number =>
  Number(execFileSync('ps', ['-o', `${what}=`, '-p', String(pid)], { encoding: 'utf8' }));
/** Bytes; 0 once it has ended, which it may before the last of what it passed on is heard. */
const residentOf = (pid: number): number => {
  try {
    return ps('rss', pid) * 1024;
  } catch {
    return 0;
  }
};
const growthOf = (rss: () => number): (() => number) => {
  const before = rss();
  let highest = before;
  return () => (highest = Math.max(highest, rss())) - before;
};

async function listen(pipe: ProcessPipe, group: ProcessGroup): Promise<Heard> {
  const supervisor = ps('ppid', group.pid);
  const engineGrowth = growthOf(() => process.memoryUsage.rss());
  const supervisorGrowth = growthOf(() => residentOf(supervisor));
  const hash = createHash('sha256');
  let pause = 0;
  let asked = 0;
  for await (const chunk of pipe.output) {
    hash.update(chunk);
    if ((pause += chunk.length) < 1_000_000) continue;
    pause = 0;
    await delay(20);
    engineGrowth();
    // Asking the system costs a process: not each time.
    if ((asked += 1) % 5 === 0) supervisorGrowth();
  }
  return { hash: hash.digest('hex'), engineGrowth: engineGrowth(), supervisorGrowth: supervisorGrowth() };
}

let group: ProcessGroup | null = null;
const heard = Promise.withResolvers<Heard>();
await runCommand(command, {
  cwd,
  onStarted: async (started) => {
    group = started;
    console.log(JSON.stringify(group));
  },
  talk: (pipe) => {
    if (group !== null) void listen(pipe, group).then(heard.resolve, heard.reject);
  },
});
console.log(JSON.stringify(await heard.promise));
