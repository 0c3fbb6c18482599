import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import { atWork } from '../contract/agentAtWork.ts';
import { acpAgentWith } from '../support/acpAgent.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { byDepth } from '../support/thorough.ts';

const PROGRAM = new URL('../support/acpAgentProgram.ts', import.meta.url).pathname;

/** A loader whose child is the agent, as npm installs them; the child speaks on when the loader is gone. */
async function loaded(end: string, kill: boolean): Promise<AgentOutcome> {
  const cwd = await temporaryFolder();
  const go = join(cwd, 'go');
  const part = { ignoresEnd: true, steps: [{ write: { path: 'made.md', text: 'x' } }, { until: go }] };
  const script = `exec 3<&0; "$0" "${PROGRAM}" <&3 & echo $$ > leader; ${end}`;
  const agent = await acpAgentWith(part, { command: ['/bin/sh', '-c', script, process.execPath] });
  const { outcome, file } = await atWork(agent, cwd, {
    onEvent(event) {
      if (event.type === 'tool' && event.status === 'ended') void over();
    },
  });
  expect(await file('made.md')).toBe('x');
  return outcome;

  async function over(): Promise<void> {
    const leader = Number(await readFile(join(cwd, 'leader'), 'utf8'));
    if (kill) process.kill(leader, 'SIGKILL');
    await writeFile(join(cwd, 'leave'), '');
    // The child answers once the leader is gone; one that waits for it stays.
    const most = kill || end !== 'wait' ? 1000 : 0;
    for (let tries = 0; tries < most && isThere(leader); tries += 1) await sleep(10);
    await writeFile(go, '');
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a program that is killed in its turn has crashed, whatever its child says after that', async () => {
  expect(await loaded('wait', true)).toEqual({
    kind: 'crashed',
    reason: 'scripted was ended by SIGKILL in the middle of its turn',
    exitCode: null,
  });
});

for (const { rows, options } of byDepth([3, 0]))
  test.each(rows)('so has one that ends with %i before its child has answered', options, async (exitCode) => {
    const end = `while [ ! -e leave ]; do sleep 0.01; done; exit ${exitCode}`;
    expect(await loaded(end, false)).toMatchObject({ kind: 'crashed', exitCode });
  });

test('one that only waits for its child has completed when that has answered', async () => {
  const outcome = loaded('wait', false);
  expect(await Promise.race([outcome, sleep(30_000)])).toEqual({ kind: 'completed' });
});
