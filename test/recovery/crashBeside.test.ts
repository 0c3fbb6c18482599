import { beforeAll, expect, test } from 'vitest';
import type { RefName } from '../../src/model/names/ids.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { createApi } from '../../src/session/createApi.ts';
import { busyClock, turns } from '../support/busyClock.ts';
import { memoryWorld, type MemoryWorld } from '../support/memoryWorld.ts';
import { mortalWorld } from '../support/mortalWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { scriptedProcesses } from '../support/scriptedProcesses.ts';
import { DEMO, flowText, START, type Flow } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';
import { isNamed, spread, type Place } from './memoryMachine.ts';

/**
 * Lets the process die, in memory, wherever something becomes of a phase while two others are at work, and somebody else go on: it comes
 * to the same end.
 */

const never = new AbortController().signal;
const [FEW, MANY] = [4, 150];

/** The first two work until all else is done. A list becomes phases, one is skipped, and a review sends the others back once. */
const FLOW: Flow = {
  schema: 2,
  parallel: 4,
  phases: [
    { id: 'long', needs: [] },
    { id: 'longer', needs: [] },
    { id: 'plan', needs: [], artifacts: ['tasks.json'] },
    { id: 'docs', needs: ['plan'], when: { file: 'plan/tasks.json', at: '/docs', is: true } },
    {
      id: 'build',
      needs: ['plan'],
      forEach: { file: 'plan/tasks.json', at: '/tasks' },
      checks: [{ run: 'check' }],
      artifacts: ['result.md'],
    },
    {
      id: 'review',
      needs: ['build', 'docs'],
      artifacts: ['verdict.json'],
      loop: { to: 'build', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 2 },
    },
  ],
};

interface Machine {
  readonly memory: MemoryWorld;
  /** How many of the first two work right now. */
  readonly long: () => number;
  /** Agents of the process that died end with it. */
  readonly end: () => void;
}

async function machine(): Promise<Machine> {
  let isOver = false;
  let owner = 1;
  let long = 0;
  const agents = scriptedAgents({
    async player({ env, signal }) {
      const by = owner;
      const phase = env['CAIRN_PHASE'] ?? '';
      const round = env['CAIRN_ROUND'] ?? '';
      const write = (to: string, text: string): unknown =>
        memory.repository.disk.set(to, { kind: 'file', bytes: Buffer.from(text), mode: '100644' });
      if (phase.startsWith('long')) {
        long += 1;
        signal.addEventListener('abort', () => (long -= 1));
        const isNeeded = (): boolean => !isOver && !signal.aborted && by === owner;
        while (isNeeded()) await turns(1);
        if (!signal.aborted) long -= 1;
      }
      // Both that are built begin before one of them ends, and each ends by itself.
      if (phase.startsWith('build')) await turns(phase.endsWith('api') ? 150 : 170);
      if (by !== owner) return { kind: 'cancelled' };
      if (phase === 'plan')
        write(
          `${env['CAIRN_PHASE_DIR']}/tasks.json`,
          JSON.stringify({ docs: false, tasks: [{ id: 'api' }, { id: 'page' }] }),
        );
      // In its first round there is nothing to judge: what it has is held.
      else if (phase !== 'review') write(`${env['CAIRN_PHASE_DIR']}/result.md`, `${phase} ${round}\n`);
      else if (round === '2') write(`${env['CAIRN_PHASE_DIR']}/verdict.json`, '{"ok": true}\n');
      write(`${env['CAIRN_REPO']}/${phase}.txt`, `in round ${round}\n`);
      isOver ||= phase === 'review' && round === '2';
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld(
    { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText(FLOW) },
    { clock: busyClock(), agents },
  );
  return { memory, long: () => long, end: () => void (owner += 1) };
}

const RECORD = /(^|\/)(STATUS\.md|PACKET\.md|LEDGER\.md|phase\.json|effects\.json)$/;

async function sight({ repository }: MemoryWorld, api: CairnApi): Promise<unknown> {
  const tip = repository.store.get('refs/heads/cairn/demo' as RefName)!;
  const log = await api.log(DEMO);
  return {
    work: (await repository.list(tip, ''))
      .filter(({ path }) => !RECORD.test(path))
      .map(({ path, blob, mode }) => `${mode} ${blob} ${path}`),
    published: log.map(({ kind, phase }) => `${kind} ${phase}`).toSorted(),
    phases: (await api.status(DEMO)).phases.map(({ id, status, round }) => `${id} ${status} ${round}`),
    refs: [...repository.store.keys()].filter((ref) => !ref.includes('/rescue/')).toSorted(),
    violations: (await api.verify(null)).flatMap((one) => one.violations),
  };
}

interface Played {
  /** Places, and how many of the first two were at work there. */
  readonly passed: readonly (readonly [place: Place, long: number])[];
  readonly seen: unknown;
}

async function played(dieAt: number | null): Promise<Played> {
  const { memory, long, end } = await machine();
  const processes = scriptedProcesses({ '*': { exitCode: 0 } });
  const passed: [Place, number][] = [];
  const own = memory.of('driver');
  const { world, died } = mortalWorld({ ...own, processes }, dieAt, (place) =>
    passed.push([[passed.length + 1, place], long()]),
  );
  const lived = createApi({
    ...world,
    onProgress: (event) => {
      if (event.type === 'checkpoint') world.reached(`published ${event.kind}` as never);
    },
  }).start(START, never);
  if (dieAt === null) await lived;
  else await Promise.race([died, lived.then(() => Promise.reject(new Error('it lived')))]);
  memory.kill('driver');
  end();
  const next = createApi({ ...memory.of('next'), processes });
  const isThere = (await next.list()).length > 0;
  const ended = isThere ? await next.resume(DEMO, PLAIN_RESUME, never) : await next.start(START, never);
  expect(ended).toMatchObject({ reason: 'completed' });
  return {
    passed,
    seen: await sight(memory, next),
  };
}

let reference: Played;
beforeAll(async () => void (reference = await played(null)));

/** What becomes of a phase, as the place at which the process dies then. */
const BECOMES = [
  'tree/added',
  'attempt/begun',
  'repository.workingTree.capture',
  'queue/kept',
  'repository.merge',
  'processes.run',
  'attempt/gate-evaluated',
  'held/commit-made',
  'published phase',
  'published skipped',
  'published round',
  'published plan',
];

test('each thing that becomes of a phase does while two others are at work', () => {
  const beside = new Set(reference.passed.filter(([, long]) => long === 2).map(([[, place]]) => place));
  expect([...beside]).toEqual(expect.arrayContaining(BECOMES));
  // The four that are built are judged once each, and again where they are merged.
  expect(reference.passed.filter(([[, place]]) => place === 'processes.run').length).toBeGreaterThan(4);
  expect(reference.seen).toMatchObject({
    violations: [],
    refs: ['refs/heads/cairn/demo', 'refs/heads/main'],
  });
});

test('a death at each of them comes to the same end', async () => {
  const beside = reference.passed.filter(([, long]) => long === 2).map(([place]) => place);
  const after = (from: number, what: string): Place =>
    beside.find(([at, place]) => at > from && place === what)!;
  const [merged] = after(0, 'repository.merge');
  // Judged once more where it was merged, too.
  for (const [at, place] of [...BECOMES.map((what) => after(0, what)), after(merged, 'processes.run')])
    expect((await played(at)).seen, `died at ${place}, place ${at}`).toEqual(reference.seen);
});

const dying = async (most: number, isMeant: (place: Place) => boolean): Promise<void> => {
  const places = reference.passed.filter(([place, long]) => long === 2 && isMeant(place));
  expect(places).not.toEqual([]);
  for (const [[at, place]] of spread(places, most))
    expect((await played(at)).seen, `died at ${place}, place ${at}`).toEqual(reference.seen);
};

test('a death at a named place comes to the same end', () => dying(FEW, isNamed));

test('a death at any named place comes to the same end', THOROUGH, () => dying(MANY, isNamed));

test('a death at any other place comes to the same end', THOROUGH, () =>
  dying(MANY, (place) => !isNamed(place)),
);
