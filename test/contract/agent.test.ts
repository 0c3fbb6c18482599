import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createAgents } from '../../src/agents/createAgents.ts';
import { dispositionOf, type AgentOutcome } from '../../src/model/agentOutcome.ts';
import type { Agent, AgentEvent, AgentTask, ProcessGroup } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { isAlive, realProcesses } from '../support/realProcesses.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';

/** One kind of agent, and what it takes to make it do what the suite asks. */
interface Harness {
  readonly kind: Agent['kind'];
  /** An agent that works, says a line and ends well (a person: that is asked). */
  willing(): Promise<Agent>;
  /** An agent that works for ever, or null where no such thing is (a person is not waited for). */
  endless(): Promise<Agent | null>;
  /** How the willing one ends. */
  readonly outcome: AgentOutcome['kind'];
}

async function command(script: string): Promise<Agent> {
  const file = join(await temporaryFolder(), 'agent.sh');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return createAgents({
    processes: realProcesses(),
    env: {},
    agentSettings: new Map(),
    settingsPlace: 'none',
  }).resolve({
    kind: 'command',
    command: [file],
    env: { FROM_DEFINITION: 'yes' },
  });
}
const manual = (): Promise<Agent> =>
  createAgents({
    processes: realProcesses(),
    env: {},
    agentSettings: new Map(),
    settingsPlace: 'none',
  }).resolve({ kind: 'manual' });
const scripted = (name: string): Promise<Agent> =>
  scriptedAgents({
    willing: (task) => {
      task.onEvent({ type: 'text', text: task.prompt });
      return { kind: 'completed', finalText: task.prompt };
    },
    endless: () => new Promise(() => undefined),
  }).resolve({ kind: 'named', name });

const harnesses: readonly Harness[] = [
  {
    kind: 'command',
    willing: () => command('cat'),
    endless: () => command('sleep 600'),
    outcome: 'completed',
  },
  { kind: 'manual', willing: manual, endless: async () => null, outcome: 'needs-input' },
];
const kinds: readonly (readonly [string, Harness])[] = [
  ...harnesses.map((harness) => [harness.kind, harness] as const),
  [
    'scripted',
    {
      kind: 'command',
      willing: () => scripted('willing'),
      endless: () => scripted('endless'),
      outcome: 'completed',
    },
  ],
];

async function work(
  agent: Agent,
  over: Partial<AgentTask> = {},
): Promise<{
  readonly outcome: AgentOutcome;
  readonly events: readonly AgentEvent[];
  readonly groups: readonly ProcessGroup[];
  readonly ms: number;
}> {
  const cwd = await temporaryFolder();
  const events: AgentEvent[] = [];
  const groups: ProcessGroup[] = [];
  const start = performance.now();
  const outcome = await agent.run({
    prompt: 'do it well',
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 60_000,
    outputFile: join(cwd, 'agent.log'),
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
    permit: async () => 'deny',
    goOn: null,
    ...over,
    onStarted: async (group) => {
      groups.push(group);
      await over.onStarted?.(group);
    },
  });
  return { outcome, events, groups, ms: performance.now() - start };
}

describe.each(kinds)('an agent of kind %s', (name, harness) => {
  test('says who it is, and runs nothing to say so', async () => {
    const agent = await harness.willing();
    expect([agent.kind, agent.name.length > 0, agent.chosenBecause]).toEqual([harness.kind, true, null]);
    expect(['string', 'object']).toContain(typeof (await agent.version()));
  });

  test('takes the prompt, tells what it says, and ends with an outcome of the closed list', async () => {
    const { outcome, events } = await work(await harness.willing());
    expect(outcome.kind).toBe(harness.outcome);
    expect(['retry', 'ask', 'stop']).toContain(dispositionOf(outcome));
    expect(events.filter(({ type }) => type === 'text')).toEqual([{ type: 'text', text: 'do it well' }]);
  });

  test('tells each process group that it starts, before its work', async () => {
    const { groups } = await work(await harness.willing());
    expect(groups).toHaveLength(harness.kind === 'manual' ? 0 : 1);
  });

  test('that was cancelled before it began does nothing', async () => {
    const { outcome, events, groups } = await work(await harness.willing(), { signal: AbortSignal.abort() });
    expect({ outcome, events, groups }).toEqual({ outcome: { kind: 'cancelled' }, events: [], groups: [] });
  });

  test('ends within a second of being cancelled, and nothing of it lives on', async () => {
    const agent = await harness.endless();
    if (agent === null) return;
    const stop = new AbortController();
    let aborted = 0;
    const { outcome, groups } = await work(agent, {
      signal: stop.signal,
      onStarted: async () => {
        setTimeout(() => {
          aborted = performance.now();
          stop.abort();
        }, 50);
      },
    });
    expect(performance.now() - aborted).toBeLessThan(1_000);
    expect([outcome, groups.length]).toEqual([{ kind: 'cancelled' }, 1]);
    if (name === 'command') expect(isAlive(groups[0]!.pid)).toBe(false);
  });
});

describe('an agent of kind command', () => {
  test.each([
    ['exit 0', { kind: 'completed' }],
    ['echo first; echo; echo last', { kind: 'completed', finalText: 'first\n\nlast' }],
    ['echo no key >&2; exit 7', { kind: 'crashed', reason: 'agent.sh exited with 7: no key', exitCode: 7 }],
    ['kill -SEGV $$', { kind: 'crashed', reason: 'agent.sh was ended by SIGSEGV', exitCode: null }],
    ['test "$FROM_DEFINITION" = yes || exit 9', { kind: 'completed' }],
  ] as const)('%s', async (script, outcome) => {
    expect((await work(await command(script))).outcome).toEqual(outcome);
  });

  test('that takes too long is ended and says so', async () => {
    const { outcome, ms } = await work(await command('sleep 600'), { timeoutMs: 200 });
    expect(outcome).toEqual({ kind: 'timed-out', afterMs: expect.any(Number) as number });
    expect(ms).toBeLessThan(3_000);
  });

  test('that cannot be started names its program', async () => {
    const agent = await createAgents({
      processes: realProcesses(),
      env: {},
      agentSettings: new Map(),
      settingsPlace: 'none',
    }).resolve({ kind: 'command', command: ['no-such-agent'], env: {} });
    expect((await work(agent)).outcome).toEqual({
      kind: 'crashed',
      reason: expect.stringContaining('no-such-agent could not be started') as string,
      exitCode: null,
    });
  });
});
