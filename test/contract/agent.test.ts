import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { dispositionOf, type AgentOutcome } from '../../src/model/agentOutcome.ts';
import type { Agent, AgentEvent, AgentTask, ProcessGroup } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { isAlive } from '../support/realProcesses.ts';
import { AGENT_KINDS, command, type Parts } from './agentKinds.ts';

interface Worked {
  readonly outcome: AgentOutcome;
  readonly events: AgentEvent[];
  readonly groups: readonly ProcessGroup[];
  readonly cwd: string;
  readonly file: (name: string) => Promise<string | null>;
}

async function work(agent: Agent, over: Partial<AgentTask> = {}): Promise<Worked> {
  const cwd = over.cwd ?? (await temporaryFolder());
  const events: AgentEvent[] = [];
  const groups: ProcessGroup[] = [];
  const outcome = await agent.run({
    prompt: 'do it well',
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 60_000,
    outputFile: join(cwd, '.log', 'agent.log'),
    signal: new AbortController().signal,
    permit: async () => 'deny',
    goOn: null,
    ...over,
    onEvent(event) {
      events.push(event);
      over.onEvent?.(event);
    },
    onStarted: async (group) => {
      groups.push(group);
      await over.onStarted?.(group);
    },
  });
  return { outcome, events, groups, cwd, file: (name) => read(cwd, name) };
}

const read = (cwd: string, name: string): Promise<string | null> =>
  readFile(join(cwd, name), 'utf8').catch(() => null);
const leaders = (groups: readonly ProcessGroup[]): readonly number[] =>
  groups.map(({ pid }) => pid).filter(isAlive);

describe.each(AGENT_KINDS)('an agent of the kind $name', ({ kind, outcome: willing, processes, parts }) => {
  /** A sentence that holds of those kinds which have such an agent. */
  const holds = (
    sentence: string,
    part: keyof Parts,
    body: (make: () => Promise<Agent>) => Promise<void>,
  ): void => {
    const make = parts[part];
    if (make !== undefined) test(sentence, () => body(make));
  };

  holds('says who it is, and runs nothing to say so', 'willing', async (make) => {
    const agent = await make();
    expect([agent.kind, agent.name.length > 0, agent.chosenBecause]).toEqual([kind, true, null]);
    expect(['string', 'object']).toContain(typeof (await agent.version()));
  });

  holds(
    'takes the prompt, tells what it says, and ends with an outcome of the list',
    'willing',
    async (make) => {
      const { outcome, events, groups } = await work(await make());
      expect(outcome.kind).toBe(willing);
      expect(['retry', 'ask', 'stop']).toContain(dispositionOf(outcome));
      expect(events.filter(({ type }) => type === 'text')).toEqual([{ type: 'text', text: 'do it well' }]);
      if (processes) expect([groups.length, leaders(groups)]).toEqual([1, []]);
    },
  );

  holds('is written down before it has its prompt', 'marking', async (make) => {
    let early: string | null = 'not asked';
    const cwd = await temporaryFolder();
    const { file } = await work(await make(), {
      cwd,
      async onStarted() {
        await sleep(300);
        early = await read(cwd, 'got');
      },
    });
    expect([early, await file('got')]).toEqual([null, '']);
  });

  holds('does not go on where it could not be written down', 'marking', async (make) => {
    const cwd = await temporaryFolder();
    const run = work(await make(), {
      cwd,
      async onStarted() {
        throw new Error('the disk is full');
      },
    });
    await expect(run).rejects.toThrow('the disk is full');
    expect(await read(cwd, 'got')).toBeNull();
  });

  holds(
    'tells of its words, plan, tools and tokens, in the order in which they came',
    'telling',
    async (make) => {
      const { outcome, events, cwd, file } = await work(await make());
      expect([outcome, await file('made.txt')]).toEqual([{ kind: 'completed', finalText: 'last' }, 'made']);
      const acts = events.map((event) =>
        event.type === 'tool' ? `${event.type} ${event.status}` : event.type,
      );
      const told = acts.filter((act) => !['mode', 'model', 'session-hint', 'usage'].includes(act));
      const plan = kind === 'acp' ? ['plan'] : [];
      const last = kind === 'acp' ? ['text'] : [];
      expect(told).toEqual(['text', ...plan, 'tool started', 'tool ended', ...last]);
      const calls = events.flatMap((event) => (event.type === 'tool' ? [event] : []));
      expect(
        new Set(calls.map(({ id, path, kind: act }) => `${id} ${act} ${resolve(cwd, path ?? '')}`)),
      ).toEqual(new Set([`${calls[0]?.id} edit ${join(cwd, 'made.txt')}`]));
      const used = events.findLast((event) => event.type === 'usage');
      expect(used?.usage.inputTokens).toBeGreaterThan(0);
    },
  );

  for (const [answer, written] of [
    ['allow', 'asked'],
    ['allow-always', 'asked'],
    ['deny', null],
  ] as const)
    holds(`asks once before it acts, and heeds the answer: ${answer}`, 'asking', async (make) => {
      const asked: unknown[] = [];
      const cwd = await temporaryFolder();
      const { outcome, file } = await work(await make(), {
        cwd,
        async permit({ kind: act, paths, title }) {
          const places = paths.map((path) => resolve(cwd, path));
          asked.push({ act, places, told: title.includes('asked.txt') });
          return answer;
        },
      });
      expect(asked).toEqual([{ act: 'edit', places: [join(cwd, 'asked.txt')], told: true }]);
      expect([outcome.kind, await file('asked.txt')]).toEqual(['completed', written]);
    });

  holds('cancelled before it began does nothing', 'willing', async (make) => {
    const { outcome, events, groups } = await work(await make(), { signal: AbortSignal.abort() });
    expect({ outcome, events, groups }).toEqual({ outcome: { kind: 'cancelled' }, events: [], groups: [] });
  });

  for (const part of ['endless', 'deaf'] as const)
    holds(
      `${part} ends within a second of being cancelled, and nothing of it lives on`,
      part,
      async (make) => {
        const stop = new AbortController();
        let aborted = 0;
        const cancel = (): void => {
          aborted = performance.now();
          stop.abort();
        };
        const { outcome, groups } = await work(await make(), {
          signal: stop.signal,
          onStarted: async () => void (processes ? null : setTimeout(cancel, 50)),
          // At work, and not only started.
          onEvent: ({ type }) => (type === 'text' && aborted === 0 ? cancel() : undefined),
        });
        // A second, and what a busy machine takes to notice.
        expect(performance.now() - aborted).toBeLessThan(1_500);
        expect(outcome).toEqual({ kind: 'cancelled' });
        if (processes) expect([groups.length, leaders(groups)]).toEqual([1, []]);
      },
    );

  holds('waiting for leave is cancelled all the same', 'asking', async (make) => {
    const stop = new AbortController();
    const { outcome, file } = await work(await make(), {
      signal: stop.signal,
      permit: () => (stop.abort(), new Promise(() => {})),
    });
    expect([outcome, await file('asked.txt')]).toEqual([{ kind: 'cancelled' }, null]);
  });

  holds('is ended when its time is over, and says so', 'late', async (make) => {
    const { outcome, groups } = await work(await make(), { timeoutMs: 1_500 });
    expect(outcome).toEqual({ kind: 'timed-out', afterMs: expect.any(Number) as number });
    if (processes) expect(leaders(groups)).toEqual([]);
  });

  holds(
    'dies: its last words are the reason, and its exit code where it has one',
    'crashing',
    async (make) => {
      const { outcome } = await work(await make());
      const reason = expect.stringMatching(
        kind === 'language-model' ? /no key$/ : /\b7\b.*: no key$/,
      ) as string;
      expect(outcome).toEqual({ kind: 'crashed', exitCode: kind === 'language-model' ? null : 7, reason });
    },
  );

  holds('asks what it must know, and ends with that', 'wondering', async (make) => {
    expect((await work(await make())).outcome).toEqual({ kind: 'needs-input', question: 'Which one?' });
  });

  holds('cannot be started: what is missing is named', 'missing', async (make) => {
    const { outcome, groups } = await work(await make());
    expect([outcome, groups]).toEqual([
      {
        kind: 'crashed',
        exitCode: null,
        reason: 'no-such-agent could not be started: there is no program no-such-agent (ENOENT)',
      },
      [],
    ]);
  });

  holds('refuses, and says why', 'refusing', async (make) => {
    expect((await work(await make())).outcome).toEqual({ kind: 'refused', reason: 'No.' });
  });

  holds('is not logged in', 'unknown', async (make) => {
    expect((await work(await make())).outcome.kind).toBe('unauthenticated');
  });

  holds('is sent away for now', 'sentAway', async (make) => {
    expect((await work(await make())).outcome.kind).toBe('rate-limited');
  });

  holds('has ended when it says so: nothing comes after its outcome', 'willing', async (make) => {
    const stop = new AbortController();
    const { outcome, events, groups } = await work(await make(), { signal: stop.signal });
    const then = JSON.stringify([outcome, events, groups]);
    stop.abort();
    await sleep(300);
    expect(JSON.stringify([outcome, events, groups])).toBe(then);
  });

  holds('does its next attempt as if there had been none', 'willing', async (make) => {
    const agent = await make();
    const [first, second] = [await work(agent), await work(agent)];
    expect([second.outcome, second.events]).toEqual([first.outcome, first.events]);
  });
});

describe('an agent of the kind command', () => {
  test.each([
    ['exit 0', { kind: 'completed' }],
    ['echo first; echo; echo last', { kind: 'completed', finalText: 'first\n\nlast' }],
    ['kill -SEGV $$', { kind: 'crashed', reason: 'agent.sh was ended by SIGSEGV', exitCode: null }],
    ['test "$FROM_DEFINITION" = yes || exit 9', { kind: 'completed' }],
  ] as const)('%s', async (script, outcome) => {
    expect((await work(await command(script))).outcome).toEqual(outcome);
  });
});
