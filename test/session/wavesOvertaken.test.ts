import { describe, expect, test } from 'vitest';
import { createApi } from '../../src/session/createApi.ts';
import type { SessionState } from '../../src/session/ports.ts';
import type { World } from '../../src/session/world.ts';
import { busyClock, turns } from '../support/busyClock.ts';
import { handIn } from '../support/handIn.ts';
import { memoryWorld } from '../support/memoryWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { scriptedProcesses } from '../support/scriptedProcesses.ts';
import { DEMO, flowText, START, type Flow } from '../support/session.ts';

const FLOW: Flow = {
  schema: 2,
  parallel: 3,
  phases: [
    { id: 'left', needs: [] },
    { id: 'right', needs: [], checks: [{ run: 'check' }] },
    { id: 'asked', needs: [], approval: 'required' },
    { id: 'failing', needs: [] },
  ],
};

test('what publishes no work does not wait until the checks of another phase have run on the joint tree', async () => {
  const [leftDone, judging] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [asked, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const agents = scriptedAgents({
    async player({ env }) {
      const phase = env['CAIRN_PHASE'] ?? '';
      if (phase === 'right') await leftDone.promise;
      if (phase === 'asked' || phase === 'failing') await judging.promise;
      if (phase !== 'failing') handIn(memory, { env });
      const bytes = Buffer.from(phase);
      memory.repository.disk.set(`${env['CAIRN_REPO']}/${phase}.txt`, {
        kind: 'file',
        bytes,
        mode: '100644',
      });
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld(
    { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText(FLOW) },
    { clock: busyClock(), agents },
  );
  let runs = 0;
  const processes = scriptedProcesses({
    async check() {
      runs += 1;
      // The second time it runs on what would be published, with the work of the left one.
      if (runs === 2) {
        judging.resolve();
        await Promise.all([asked.promise, failed.promise]);
      }
      return { exitCode: 0 };
    },
  });
  const api = createApi({
    ...memory.of('driver'),
    processes,
    onProgress(event) {
      if (event.type !== 'checkpoint') return;
      if (event.kind === 'phase' && event.phase === 'left') leftDone.resolve();
      if (event.kind === 'waiting') asked.resolve();
      if (event.kind === 'blocked') failed.resolve();
    },
  });
  await api.start(START, new AbortController().signal);
  const log = (await api.log(DEMO)).map(({ kind, phase }) => `${kind} ${phase}`);
  expect(log.slice(0, 2)).toEqual(['opened null', 'phase left']);
  expect(log.slice(2, 4).toSorted()).toEqual(['blocked failing', 'waiting asked']);
  expect(log.slice(4)).toEqual(['phase right']);
  // They changed nothing that its checks look at: these ran once on its own tree, and once on the joint one.
  expect(runs).toBe(2);
  expect((await api.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
});

/** `list` and `judge` work side by side; the one sends the work back, or ends all, right behind the list of the other. */
const listed = (over: object, build: object): Flow => ({
  schema: 2,
  parallel: 3,
  phases: [
    { id: 'plan' },
    { id: 'list', needs: ['plan'], artifacts: ['tasks.json'] },
    { id: 'judge', needs: ['plan'], artifacts: ['ok.json'], ...over },
    { id: 'build', needs: ['list'], ...build },
  ],
});
const NOT_OK = { file: 'judge/ok.json', at: '/ok', is: false };
const LOOP = { loop: { to: 'plan', until: { ...NOT_OK, is: true }, max: 3 } };
const STOP = { stop: { when: NOT_OK } };
const EACH = { needs: ['list', 'judge'], forEach: { file: 'list/tasks.json' } };
const WHEN = { when: { file: 'list/tasks.json', at: '/0/id', is: 'c' } };
const MANY = { forEach: { file: 'list/tasks.json', max: 1 } };

/** Calls that before anything is noted of how a slot stands. */
const noting = (
  state: World['state'],
  before: (stands: Parameters<SessionState['note']>[1]) => Promise<void>,
): World['state'] => ({
  ...state,
  of(...name) {
    const own = state.of(...name);
    const note: typeof own.note = async (about, stands) => {
      await before(stands);
      return own.note(about, stands);
    };
    return new Proxy(own, { get: (of, key): unknown => (key === 'note' ? note : Reflect.get(of, key)) });
  },
});

/** What `judge` publishes is on its way until it is decided what follows on the list. */
async function overtaken(flow: Flow): Promise<{ readonly seen: readonly string[]; readonly wrong: unknown }> {
  const [listing, judging] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const texts: Readonly<Record<string, readonly string[]>> = {
    'list/tasks.json': ['[{"id": "a"}, {"id": "b"}]', '[{"id": "c"}]'],
    'judge/ok.json': ['{"ok": false}', '{"ok": true}'],
  };
  const agents = scriptedAgents({
    async player({ env }) {
      if (env['CAIRN_PHASE'] === 'judge') await listing.promise;
      handIn(memory, { env });
      for (const [path, rounds] of Object.entries(texts)) {
        const [phase, name] = path.split('/');
        if (phase !== env['CAIRN_PHASE']) continue;
        const bytes = Buffer.from(rounds[Number(env['CAIRN_ROUND'] ?? '1') - 1] ?? '');
        memory.repository.disk.set(`${env['CAIRN_PHASE_DIR']}/${name}`, {
          kind: 'file',
          bytes,
          mode: '100644',
        });
      }
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld(
    { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText(flow) },
    { clock: busyClock(), agents },
  );
  const world = memory.of('driver');
  let moves = 0;
  const moveRef: typeof world.repository.moveRef = async (ref, move) => {
    if (ref.startsWith('refs/heads/')) moves += 1;
    if (moves === 3) listing.resolve();
    if (moves === 4 && ref.startsWith('refs/heads/')) {
      judging.resolve();
      await turns(500);
    }
    return world.repository.moveRef(ref, move);
  };
  const repository = new Proxy(world.repository, {
    get: (of, key): unknown => (key === 'moveRef' ? moveRef : Reflect.get(of, key)),
  });
  // `list` leaves its slot while `judge` publishes, and that goes on once it is decided what follows on the list.
  const state = noting(world.state, async (stands) => {
    if (moves === 3 && stands?.phase === null) await judging.promise;
  });
  const api = createApi({ ...world, repository, state });
  const { reason } = await api.start(START, new AbortController().signal);
  const { phases } = await api.status(DEMO);
  return {
    seen: [reason, ...phases.map(({ id, status }) => `${id} ${status}`)],
    wrong: (await api.verify(DEMO)).flatMap(({ violations }) => violations),
  };
}

describe('what is decided while another phase publishes', () => {
  const round = (...build: readonly string[]): readonly string[] => [
    'completed',
    'plan done',
    'list done',
    'judge done',
    ...build,
  ];
  test.each<[how: string, flow: Flow, rows: readonly string[]]>([
    ['a round, and items', listed(LOOP, EACH), round('build-c done')],
    ['a round, and a skip', listed(LOOP, WHEN), round('build done')],
    ['a round, and a question', listed(LOOP, MANY), round('build-c done')],
    ['the end, and items', listed(STOP, EACH), round('build skipped')],
    ['the end, and a question', listed(STOP, MANY), round('build skipped')],
  ])('is decided anew on that: %s', async (_how, flow, rows) => {
    expect(await overtaken(flow)).toEqual({ seen: rows, wrong: [] });
  });
});

test('what a round reopens is stopped before the next begins, also where that came while others were begun', async () => {
  const [beginning, judged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const began: string[] = [];
  const agents = scriptedAgents({
    async player({ env, signal }) {
      const [phase = '', round = '1'] = [env['CAIRN_PHASE'], env['CAIRN_ROUND']];
      began.push(`${phase} ${round}`);
      const isLong = ['long', 'more'].includes(phase) && round === '1';
      if (isLong) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      if (isLong) began.push(`${phase} stopped`);
      if (phase === 'judge' && round === '1') await beginning.promise;
      handIn(memory, { env });
      const bytes = Buffer.from(phase === 'list' ? '[]' : `{"ok": ${round !== '1'}}`);
      for (const name of ['tasks.json', 'ok.json'])
        memory.repository.disk.set(`${env['CAIRN_PHASE_DIR']}/${name}`, {
          kind: 'file',
          bytes,
          mode: '100644',
        });
      return { kind: 'completed' };
    },
  });
  const { phases, ...flow } = listed(LOOP, WHEN);
  const [plan, list, judge, build] = phases;
  const more = ['long', 'more'].map((id) => ({ id, needs: [id === 'long' ? 'plan' : 'list'] }));
  const all = [plan!, list!, judge!, ...more, build!];
  const memory = await memoryWorld(
    { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText({ ...flow, phases: all }) },
    { clock: busyClock(), agents },
  );
  const world = memory.of('driver');
  const state = noting(world.state, async (stands) => {
    if (stands?.phase !== 'more' || stands.round !== 1) return;
    beginning.resolve();
    await judged.promise;
    await turns(500);
  });
  const onProgress: typeof world.onProgress = (event) => {
    if (event.type === 'checkpoint' && event.kind === 'round') judged.resolve();
  };
  const api = createApi({ ...world, state, onProgress });
  expect(await api.start(START, new AbortController().signal)).toMatchObject({ reason: 'completed' });
  expect(began.indexOf('long stopped')).toBeLessThan(began.indexOf('plan 2'));
  expect((await api.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
});
