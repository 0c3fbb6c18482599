import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AgentPlace, RealAgent } from '../support/agents/realAgent.ts';
import { realStage as staged } from '../support/agents/realStage.ts';
import { opencode } from '../support/agents/opencode.ts';
import { qwen } from '../support/agents/qwen.ts';
import { runsThenDone, whenAsked, writesThenDone, type Files } from '../support/model/scripts.ts';
import { call, say, stall } from '../support/model/turn.ts';
import { writeFileCall } from '../support/model/agentTools.ts';
import { eventually } from '../support/realProcesses.ts';
import { DEMO } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

const PHASES = ['research', 'implement'] as const;

const agents: readonly (readonly [string, (place: AgentPlace) => Promise<RealAgent>])[] = [
  ['opencode', (place) => opencode(place, { edit: 'ask', bash: 'ask' })],
  ['Qwen Code', qwen],
];

/** What it asks for, and how, realAgents.test.ts holds of both. */
describe.each(agents)('%s', THOROUGH, (_name, make) => {
  test('does a session of two phases, each in a session of its own, and asks before it writes', async () => {
    const { s, model } = await staged(
      make,
      PHASES.map((id) => ({ id })),
    );
    const root = join(s.repo.root, '..', 'repo.worktrees', DEMO);
    const files = (id: string, n: number): Files => ({
      [join(root, `.cairn/sessions/${DEMO}/0${n + 1}-${id}/result.md`)]: `Result of ${id}.\n`,
      [join(root, `src/${id}.txt`)]: `work of ${id}\n`,
    });
    model.play(
      whenAsked(
        Object.fromEntries(PHASES.map((id, n) => [`phase ${n + 1} of 2`, writesThenDone(files(id, n))])),
      ),
    );
    expect(await s.start()).toMatchObject({ reason: 'completed' });
    expect(await s.log()).toEqual([
      '1 opened - running',
      ...PHASES.map((id, n) => `${n + 2} phase ${id}/1 ${id === 'implement' ? 'done' : 'running'}`),
    ]);
    for (const id of PHASES)
      expect(await s.repo.git('show', `cairn/demo:src/${id}.txt`)).toBe(`work of ${id}`);
    const record = JSON.parse(
      await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/02-implement/phase.json`),
    ) as { readonly agent: unknown; readonly usage: { readonly inputTokens: number } };
    expect(record.agent).toMatchObject({
      kind: 'acp',
      name: 'real',
      version: expect.any(String) as string,
    });
    expect(record.usage.inputTokens).toBeGreaterThan(0);
    expect(await s.violations()).toEqual([]);
  });

  test('is denied a command, and what it may not do is in the record', async () => {
    const { s, model } = await staged(make, [{ id: 'one' }]);
    const made = join(s.repo.root, '..', 'escaped.txt');
    model.play(runsThenDone(`echo out > ${made}`));
    expect(await s.start()).toMatchObject({ reason: 'waiting' });
    expect(await s.repo.look('../escaped.txt')).toBeNull();
    const record = JSON.parse(
      await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`),
    ) as { readonly permissions: readonly unknown[] };
    // Where a denial ends its turn it is told to go on without, five times at the most.
    expect([1, 6]).toContain(record.permissions.length);
    const denied = expect.objectContaining({
      kind: 'execute',
      decision: 'denied',
      by: 'nobody',
    }) as unknown;
    expect(record.permissions).toEqual(record.permissions.map(() => denied));
  });

  test('asks a person, and runs the command once another window has allowed it', async () => {
    const { s, model, artifact } = await staged(make, [{ id: 'one' }], {}, { canAsk: true });
    model.play(runsThenDone(`echo allowed > ${artifact('one')}`));
    const other = await s.seat();
    const asked = (): ReturnType<typeof other.api.status> => other.api.status(DEMO);
    const started = s.start();
    const waits = async (): Promise<boolean> =>
      (await asked().catch(() => null))?.question?.kind === 'permission';
    expect(await eventually(waits, 120_000)).toBe(true);
    expect((await asked()).question?.text).toContain('real asks for a permission (execute)');
    await other.api.answer(DEMO, 'allow');
    expect(await started).toMatchObject({ reason: 'completed' });
    expect(await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/result.md`)).toBe('allowed');
    const record = JSON.parse(
      await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-one/phase.json`),
    ) as { readonly permissions: readonly unknown[] };
    expect(record.permissions).toEqual([
      expect.objectContaining({
        kind: 'execute',
        decision: 'allowed',
        by: 'Ada Test <ada@example.invalid>',
      }),
    ]);
    expect((await asked()).permissions).toEqual([]);
    expect(await s.violations()).toEqual([]);
  });

  // That nothing of it is used when the files are rescued: test/session/goOn.test.ts.
  test('stopped in the middle of its turn, it goes on with its own session when its files are kept', async () => {
    const { s, model } = await staged(make, [{ id: 'one' }]);
    const root = join(s.repo.root, '..', 'repo.worktrees', DEMO);
    const artifact = join(root, `.cairn/sessions/${DEMO}/01-one/result.md`);
    model.play(({ tools, results }) =>
      results.length === 0
        ? call(writeFileCall(tools, join(root, 'half.txt'), 'half\n'))
        : stall(say('done')),
    );
    const stop = new AbortController();
    const started = s.start({}, stop.signal);
    await model.stalled();
    stop.abort();
    expect(await started).toMatchObject({ reason: 'interrupted' });
    const asked: number[] = [];
    model.play(({ tools, conversation }) => {
      asked.push(
        conversation.filter(({ by, text }) => by === 'user' && text.includes('You do one phase')).length,
      );
      return asked.length > 1 ? say('done') : call(writeFileCall(tools, artifact, 'whole\n'));
    });
    expect(await s.resume({ leftovers: 'keep' })).toMatchObject({ reason: 'completed' });
    expect(asked[0]).toBe(2);
    expect(await (await s.worktree()).look('half.txt')).toBe('half\n');
    expect(await s.violations()).toEqual([]);
  });
});
