import { describe, expect, test } from 'vitest';
import type { RefName } from '../../src/model/names/ids.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { createApi } from '../../src/session/createApi.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { handIn } from '../support/handIn.ts';
import { memoryWorld, type MemoryWorld } from '../support/memoryWorld.ts';
import { mortalWorld } from '../support/mortalWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { isNamed, spread, type Place } from './memoryMachine.ts';
import { DEMO, flowText, START, type Flow } from '../support/session.ts';
import { leftAndRight } from '../support/sideBySide.ts';
import { THOROUGH, byDepth } from '../support/thorough.ts';

/**
 * Lets the process die at each named place, and at calls of ports between them, while several phases are at work in memory, and
 * somebody else go on: the same files and the same phases are done, none of them twice, and nothing is left.
 */

const never = new AbortController().signal;
/** So many deaths are played by each run of the tests, and by the thorough part. */
const [FEW, MANY] = [12, 150];

/** Every phase leaves its result and a line in a file that all write, but for those that keep to their own. */
async function machine(flow: Flow): Promise<MemoryWorld> {
  const agents = scriptedAgents({
    player({ env }) {
      const phase = env['CAIRN_PHASE'] ?? '';
      handIn(memory, { env });
      const path = `${env['CAIRN_REPO']}/${phase.startsWith('shared') ? 'shared' : phase}.txt`;
      const write = (to: string, text: string): unknown =>
        memory.repository.disk.set(to, { kind: 'file', bytes: Buffer.from(text), mode: '100644' });
      const round = env['CAIRN_ROUND'] ?? '';
      if (phase === 'review') {
        const seen = ['left', 'right'].map((id) =>
          memory.repository.disk.get(`${env['CAIRN_REPO']}/${id}.txt`),
        );
        const texts = seen.map((one) => (one?.kind === 'file' ? Buffer.from(one.bytes).toString() : ''));
        write(`${env['CAIRN_PHASE_DIR']}/verdict.json`, JSON.stringify({ ok: round === '2', texts }));
      }
      // Whoever finds marks resolves them.
      write(path, `all in round ${round}\n`);
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld(
    { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText(flow) },
    { clock: fakeClock({ automatic: true }), agents },
  );
  return memory;
}

const RECORD = /(^|\/)(STATUS\.md|PACKET\.md|LEDGER\.md|phase\.json|effects\.json)$/;

async function sight({ repository }: MemoryWorld, api: CairnApi): Promise<unknown> {
  const tip = repository.store.get('refs/heads/cairn/demo' as RefName)!;
  const log = await api.log(DEMO);
  const closed = log.filter(({ kind }) => kind === 'phase').map(({ phase }) => phase ?? '');
  return {
    work: (await repository.list(tip, ''))
      .filter(({ path }) => !RECORD.test(path))
      .map(({ path, blob, mode }) => `${mode} ${blob} ${path}`),
    closed: closed.toSorted(),
    phases: (await api.status(DEMO)).phases.map(({ id, status }) => `${id} ${status}`),
    refs: [...repository.store.keys()].filter((ref) => !ref.includes('/rescue/')).toSorted(),
    violations: (await api.verify(null)).flatMap((one) => one.violations),
  };
}

async function played(
  flow: Flow,
  dieAt: number | null,
): Promise<{ readonly passed: readonly string[]; readonly seen: unknown }> {
  const memory = await machine(flow);
  const { world, died, passed } = mortalWorld(memory.of('driver'), dieAt);
  const lived = createApi(world).start(START, never);
  if (dieAt === null) await lived;
  else await Promise.race([died, lived.then(() => Promise.reject(new Error('it lived')))]);
  memory.kill('driver');
  const next = createApi(memory.of('next'));
  const isThere = (await next.list()).length > 0;
  const ended = isThere ? await next.resume(DEMO, PLAIN_RESUME, never) : await next.start(START, never);
  expect(ended).toMatchObject({ reason: 'completed' });
  return { passed: [...passed], seen: await sight(memory, next) };
}

for (const depth of byDepth<[string, Flow]>(
  [
    ['two phases at work, then one on both', leftAndRight()],
    [
      'three that change the same file',
      {
        schema: 2,
        parallel: 3,
        phases: [
          { id: 'shared-a', needs: [] },
          { id: 'shared-b', needs: [] },
          { id: 'own', needs: [] },
        ],
      },
    ],
    [
      'two, one of which a review sends back once',
      {
        schema: 2,
        parallel: 2,
        phases: [
          { id: 'left', needs: [] },
          { id: 'right', needs: [] },
          {
            id: 'review',
            needs: ['left', 'right'],
            artifacts: ['verdict.json'],
            loop: { to: 'left', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 2 },
          },
        ],
      },
    ],
  ],
  (_flow, at) => at > 0,
))
  describe.each(depth.rows)('%s', depth.options, (_name, flow) => {
    const dying = async (most: number, isMeant: (place: Place) => boolean): Promise<void> => {
      const { passed, seen } = await played(flow, null);
      expect(seen).toMatchObject({ violations: [], refs: ['refs/heads/cairn/demo', 'refs/heads/main'] });
      const all = passed.map((place, at): Place => [at + 1, place]);
      const places = spread(all.filter(isMeant), most);
      expect(places).not.toEqual([]);
      for (const [at, place] of places)
        expect((await played(flow, at)).seen, `died at ${place}, the ${at}th of ${passed.length}`).toEqual(
          seen,
        );
    };

    test('that die at a named place come to the same end', () => dying(FEW, isNamed));

    test('that die at any named place come to the same end', THOROUGH, () => dying(MANY, isNamed));

    test('that die at any other place come to the same end', THOROUGH, () =>
      dying(MANY, (place) => !isNamed(place)),
    );
  });
