import { describe, expect, test } from 'vitest';
import type { CommitId, PhaseId, SessionId } from '../../../src/model/names/ids.ts';
import type { Happening } from '../../../src/runner/runEvents.ts';
import { reduceActivities, type Activity } from '../../../src/vscode/state/activity.ts';

const phase = 'plan' as PhaseId;
const attempt = (n = 1): Happening => ({
  type: 'attempt',
  phase,
  number: 2,
  of: 3,
  attempt: n,
  resumed: false,
  agent: 'claude',
  because: null,
  output: '/o',
});
const call = (n: number, status: 'started' | 'ended' | 'failed' = 'ended'): Happening => ({
  type: 'agent-tool',
  n,
  title: `call ${n}`,
  kind: 'read',
  path: null,
  status,
});
const line = (text: string): Happening => ({ type: 'agent-line', text });
const ended: Happening = {
  type: 'agent-ended',
  phase,
  attempt: 1,
  resumed: false,
  outcome: 'completed',
  ms: 1,
};
const plan = (done: number, of: number): Happening => ({ type: 'agent-plan', done, of, entries: [] });
const checkpoint: Happening = {
  type: 'checkpoint',
  session: 's' as SessionId,
  seq: 2,
  kind: 'phase',
  phase,
  commit: 'a' as CommitId,
  subject: '',
  ms: 40,
};

const all = (...events: readonly Happening[]): readonly Activity[] =>
  events.reduce<readonly Activity[]>(reduceActivities, []);
const after = (...events: readonly Happening[]): Activity | null => all(...events).at(-1) ?? null;
const calls = (activity: Activity | null): readonly string[] =>
  (activity?.calls ?? []).map(({ n, status }) => `${n} ${status}`);

describe('what is seen of an agent', () => {
  test('is nothing before an attempt begins and after its checkpoint', () => {
    expect(after(line('npm ci'), plan(0, 2), call(1))).toBeNull();
    expect(after(attempt(), call(1), ended, checkpoint)).toBeNull();
  });

  test('begins anew with every attempt', () => {
    expect(after(attempt(), call(1), line('hm'), plan(1, 2), ended, attempt(2))).toEqual({
      phase,
      attempt: 2,
      works: true,
      plan: null,
      calls: [],
      count: 0,
      says: '',
    });
  });

  test('is its newest plan, its last line and its newest calls, the newest first', () => {
    const activity = after(
      attempt(),
      plan(0, 2),
      line('I look'),
      call(1, 'started'),
      plan(1, 2),
      call(2, 'started'),
      call(1, 'failed'),
      line('I see'),
    );
    expect(activity).toMatchObject({ plan: { done: 1 }, says: 'I see', count: 2 });
    expect(calls(activity)).toEqual(['2 started', '1 failed']);
  });

  test('is bounded, and a call that still runs is not pushed out by those that are over', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => call(n + 2));
    const activity = after(attempt(), call(1, 'started'), ...many, line('x'.repeat(1_000_000)));
    expect(calls(activity)).toEqual([
      ...[10_001, 10_000, 9999, 9998, 9997, 9996, 9995].map((n) => `${n} ended`),
      '1 started',
    ]);
    expect(activity?.count).toBe(10_001);
    expect(JSON.stringify(activity).length).toBeLessThan(2000);
    const running = Array.from({ length: 100 }, (_, n) => call(n + 1, 'started'));
    expect(after(attempt(), ...running)?.calls).toHaveLength(8);
  });

  test('stays while its gate is tried, and what a check prints is not taken for its words', () => {
    const activity = after(attempt(), line('Done.'), call(1), ended, line('npm test says'), call(2));
    expect(activity).toMatchObject({ says: 'Done.', works: false, count: 1 });
  });

  test('has no control characters, also from a runner that did not clean them', () => {
    expect(after(attempt(), line('\u001b[31mred\u001b[0m \u202etxt'))?.says).toBe('red txt');
    expect(after(attempt(), line('kept'), line(' \u0000 '))?.says).toBe('kept');
  });

  test('of a plan without steps is none, and what a newer runner tells changes nothing', () => {
    expect(after(attempt(), plan(1, 2), plan(0, 0))?.plan).toBeNull();
    const activities = all(attempt());
    expect(reduceActivities(activities, { type: 'agent-dreams' } as unknown as Happening)).toBe(activities);
  });
});

test('of several phases at work each has its own, until its checkpoint; what names no phase is of the one that began last', () => {
  const [api, page] = ['api', 'page'] as [PhaseId, PhaseId];
  const begins = (of: PhaseId): Happening => ({ ...attempt(), phase: of }) as Happening;
  const says = (text: string, of?: PhaseId): Happening =>
    of === undefined ? line(text) : { type: 'agent-line', text, phase: of };
  const events = [begins(api), begins(page), says('I am api', api), says('I am page', page), says('Whoever')];
  const seen = all(...events);
  expect(seen.map(({ phase: of, says: said }) => [of, said])).toEqual([
    ['api', 'I am api'],
    ['page', 'Whoever'],
  ]);
  expect(all(...events, says('again', api)).at(-1)).toEqual(seen.at(-1));
  const over = { ...checkpoint, phase: page } as Happening;
  expect(all(...events, over).map(({ phase: of }) => of)).toEqual(['api']);
  expect(all(...events, says('lost', 'docs' as PhaseId))).toEqual(seen);
});
