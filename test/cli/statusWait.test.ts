import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { untilAtRest } from '../../src/cli/commands/untilAtRest.ts';
import type { StatusView } from '../../src/session/results.ts';
import { runLine } from './runLine.ts';
import { SESSION, STATUS, scriptedApi } from './scriptedApi.ts';

const quiet: StatusView = { ...STATUS, question: null, questions: [] };
const inState = (state: string, over: Partial<StatusView> = {}): StatusView => ({ ...quiet, state, ...over });
const { questions } = STATUS;
const permissions = [{ id: 'p1' }] as unknown as StatusView['permissions'];

describe('cairn status --wait', () => {
  test.each([
    ['done', inState('done'), 0],
    ['cancelled', inState('cancelled'), 5],
    ['waiting', inState('waiting', { questions }), 3],
    ['blocked', inState('blocked'), 4],
    ['interrupted', inState('interrupted'), 5],
    ['without anybody at work on it', inState('paused'), 5],
    ['in a state that nobody knows', inState('unknown'), 5],
    ['at work, and one phase of it waits', inState('running', { questions }), 3],
    ['at work, and an agent asks', inState('running', { permissions }), 3],
  ])('answers at once for a session that is %s', async (_what, status, exit) => {
    const looks: string[] = [];
    const api = scriptedApi({
      status: async () => {
        looks.push('look');
        return status;
      },
    });
    const { code, out } = await runLine(['status', '--wait'], { api });
    expect([code, looks]).toEqual([exit, ['look']]);
    expect(out).toContain('Add login');
    expect((await runLine(['status', '--wait', '--json'], { api })).json()).toMatchObject({
      state: status.state,
    });
  });

  test.each(['passed', 'red', 'nothing', null] as const)(
    'is done, exit 0, whatever its checks say; its JSON says that: %s',
    async (checked) => {
      const api = scriptedApi({ status: async () => inState('done', { checked }) });
      const { code, json } = await runLine(['status', '--wait', '--json'], { api });
      expect(code).toBe(0);
      expect(json()).toMatchObject({ state: 'done', checked });
    },
  );

  test('without the option a look is a look, whatever it sees', async () => {
    const api = scriptedApi({ status: async () => inState('blocked') });
    expect((await runLine(['status'], { api })).code).toBe(0);
  });

  test('waits as long as it is at work, and answers what it came to', async () => {
    const later = [inState('running'), inState('running'), inState('blocked', { seq: 9 })];
    let pauses = 0;
    const found = await untilAtRest(
      inState('running'),
      async () => later.shift() ?? quiet,
      async () => (pauses += 1),
    );
    expect(found).toEqual({ status: inState('blocked', { seq: 9 }), exit: 4 });
    expect(pauses).toBe(3);
  });

  test('says so where somebody sits, and looks again', async () => {
    const states = ['running', 'done'];
    const api = scriptedApi({ status: async () => inState(states.shift() ?? 'done') });
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const line = runLine(['status', SESSION, '--wait'], { api, terminal: 100 });
    await vi.advanceTimersByTimeAsync(2_000);
    const { code, err } = await line;
    expect(code).toBe(0);
    expect(err).toContain('Waiting for login. Ctrl-C leaves it at work.');
  });

  test('a session that is deleted meanwhile is the error that it always is', async () => {
    const gone = new CairnError('usage/unknown-session', {
      session: SESSION,
      searched: [],
      trace: { kind: 'deleted', branch: null, archive: `refs/cairn/${SESSION}/archive` },
    });
    await expect(
      untilAtRest(
        inState('running'),
        () => Promise.reject(gone),
        async () => undefined,
      ),
    ).rejects.toBe(gone);
  });
});
