import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Machine } from '../recovery/crashTestbed.ts';

/** Processes that were started for this machine and are still there after five seconds, in words. */
export async function survivors({ folder }: Machine): Promise<readonly string[]> {
  for (let tries = 0; ; tries += 1) {
    const all = execFileSync('ps', ['-axww', '-o', 'stat=,pid=,args='], { encoding: 'utf8' }).split('\n');
    const left = all.filter((line) => line.includes(`${folder}/`) && !line.startsWith('Z'));
    if (left.length === 0 || tries > 50) return left.map((line) => `still running: ${line.trim()}`);
    await sleep(100);
  }
}
