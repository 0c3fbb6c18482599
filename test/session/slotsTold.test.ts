import { appendFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { Agent } from '../../src/session/ports.ts';
import { atWorkAfter, startAndKill } from '../support/killedEngine.ts';
import { agentHere } from '../support/agentHere.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { leftAndRight } from '../support/sideBySide.ts';
import { until } from '../support/until.ts';
import { THOROUGH } from '../support/thorough.ts';

/** What is told of attempts side by side: of each slot, not of the first alone. */

const HELD = 'usual; touch "$PLAY/$CAIRN_PHASE"; until [ -f "$PLAY/go" ]; do sleep 0.02; done';

/** Both work until they are let go, once each has changed its files. */
async function bothWork(over: object = {}): Promise<{ readonly s: Stage; end(): Promise<unknown> }> {
  const s = await stage(leftAndRight(over));
  await s.agent.part('left', `${HELD}; true`);
  await s.agent.part('right', `echo more > more.txt; ${HELD}; true`);
  const run = s.start();
  await vi.waitFor(
    async () => {
      const { working } = await s.api.status(DEMO);
      expect(working.map(({ phase }) => phase).toSorted()).toEqual(['left', 'right']);
    },
    { timeout: 30_000, interval: 50 },
  );
  const end = async (): Promise<unknown> => {
    await s.agent.mark('go');
    return run;
  };
  return { s, end };
}

test('each of two attempts that have gone on for long says what would be lost of its own', async () => {
  const { s, end } = await bothWork({ warnAfter: '1ms' });
  const files = async (): Promise<readonly (readonly [string, number])[]> =>
    (await s.api.status(DEMO)).warnings.flatMap((told) =>
      told.warning === 'long-attempt' ? [[told.phase, told.files] as const] : [],
    );
  // The artifact and the work of each, and what one of them has besides.
  const each = [
    ['left', 2],
    ['right', 3],
  ];
  await expect.poll(files, { timeout: 30_000 }).toEqual(each);
  expect(await end()).toMatchObject({ reason: 'completed' });
});

test('how each of two attempts was judged stands with its output before a checkpoint says so', async () => {
  const s = await stage(leftAndRight({ retries: 1 }));
  for (const phase of ['left', 'right']) {
    await s.agent.part(`${phase}-1`, 'echo half');
    await s.agent.part(`${phase}-2`, 'sleep 60');
  }
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  await until(async () => (await s.agent.runs()).filter((name) => name.endsWith('2')).length === 2);
  for (const phase of ['left', 'right'])
    expect((await s.api.attemptOutput(DEMO, phase, 1, 'agent'))?.ended).toEqual({
      outcome: 'completed',
      reasons: [expect.stringContaining('result.md')],
    });
  stop.abort();
  expect(await run).toMatchObject({ reason: 'interrupted' });
});

test('what only a newer Cairn knows is told of the journal of each slot', THOROUGH, async () => {
  const { s, end } = await bothWork();
  const journal = `${s.repo.root}/.git/cairn/${DEMO}/slots/2/journal.jsonl`;
  appendFileSync(journal, '{"type":"dreamt","at":"2026-11-20T10:00:00.000Z"}\n');
  expect(await s.api.status(DEMO)).toMatchObject({ readOnly: 'unreadable' });
  await end();
});

test('a session that died is interrupted while an attempt of any slot is open', async () => {
  const s = await stage(leftAndRight());
  const leftIsDone = 'until git log --format=%s cairn/demo | grep -q "left is done"; do sleep 0.02; done';
  await s.agent.part('right-1', atWorkAfter(`echo half > half.txt; ${leftIsDone}`));
  await startAndKill(s);
  expect(await s.api.status(DEMO)).toMatchObject({ state: 'interrupted' });
  expect(await s.api.list()).toMatchObject([{ state: 'interrupted' }]);
});

/** `left` is refused by its provider for a while; `right` works until it is let go, then it is refused, too. */
const moody = (go: Promise<void>): Agent =>
  agentHere(
    async (_task, { phase }) => {
      if (phase === 'right') await go;
      return { kind: 'rate-limited', retryAfterMs: phase === 'left' ? 600_000 : 300_000 };
    },
    { kind: 'acp', name: 'moody', version: async () => null },
  );

test('the session waits for the provider only while none works, until the first goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const s = await stage({ ...leftAndRight(), agent: 'moody' }, { world: { extraAgents: [moody(promise)] } });
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  const seen = (holds: (left: number) => void): Promise<void> =>
    vi.waitFor(
      async () => {
        expect(s.told().join()).toContain('refused it for now');
        const { waitsUntil } = await s.api.status(DEMO);
        holds(waitsUntil === undefined ? 0 : Date.parse(waitsUntil) - Date.now());
      },
      { timeout: 30_000, interval: 50 },
    );
  await seen((left) => expect(left).toBe(0));
  resolve();
  await seen((left) => {
    expect(left).toBeGreaterThan(200_000);
    expect(left).toBeLessThan(300_001);
  });
  stop.abort();
  expect(await run).toMatchObject({ reason: 'interrupted' });
});

test('notes that somebody writes where nobody reads them are told of, until they are taken out; those of the first worktree are not', async () => {
  const s = await stage(leftAndRight());
  await s.start();
  const unread = async (): Promise<readonly string[]> =>
    (await s.api.status(DEMO)).warnings.flatMap((told) =>
      told.warning === 'notes-unread' ? [told.path] : [],
    );
  const status = (slot: string): string => `../repo.worktrees/${slot}/.cairn/sessions/${DEMO}/STATUS.md`;
  const own = await s.repo.read(status('demo'));
  await s.repo.write(status('demo'), `${own}- read\n`);
  expect(await unread()).toEqual([]);
  const other = await s.repo.read(status('demo+2'));
  await s.repo.write(status('demo+2'), `${other}- not read\n`);
  expect(await unread()).toEqual([expect.stringContaining('demo+2/.cairn/sessions/demo/STATUS.md')]);
  await s.repo.write(status('demo+2'), other);
  expect(await unread()).toEqual([]);
});
