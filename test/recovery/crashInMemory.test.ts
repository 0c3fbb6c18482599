import { describe, expect, test } from 'vitest';
import type { RefName } from '../../src/model/names/ids.ts';
import { POINTS } from '../../src/session/points.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { createApi } from '../../src/session/createApi.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { handIn } from '../support/handIn.ts';
import { memoryWorld, type MemoryWorld } from '../support/memoryWorld.ts';
import { mortalWorld } from '../support/mortalWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { flowText, type Flow } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';
import { MEMORY_ACTS, type MemoryAct } from './memoryActs.ts';

/**
 * Lets the process of each act die at each call of a port and at each named place, and somebody else go on, over twins in
 * memory: what comes out is what comes out of one that lived. Real processes die at two named places of each act in
 * `npm test`, and at all of them in the thorough part: the files beside this one.
 */

const EACH_OTHER = 30;

async function machine(flow: Flow): Promise<MemoryWorld> {
  const agents = scriptedAgents({
    player({ env, prompt }, attempt) {
      const phase = env['CAIRN_PHASE'];
      if (phase === 'ask' && !prompt.includes('Blue.'))
        return { kind: 'needs-input', question: 'Which colour?' };
      if (phase !== 'retried' || attempt > 1) handIn(memory, { env });
      if (phase === 'list') handIn(memory, { env }, 'tasks.json', '[{"id": "a"}, {"id": "b"}]\n');
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

/**
 * What there is: the work at each ref, the files, the checkpoints. A rescue of an attempt that was cut off is there besides,
 * and what only tells of attempts differs.
 */
async function sight({ repository }: MemoryWorld, api: CairnApi): Promise<unknown> {
  const work = async (ref: RefName): Promise<readonly string[]> =>
    (await repository.list(repository.store.get(ref)!, ''))
      .filter(({ path }) => !RECORD.test(path))
      .map(({ path, blob, mode }) => `${mode} ${blob} ${path}`);
  const refs = [...repository.store.keys()].filter((ref) => !ref.includes('/rescue/')).toSorted();
  const logs = (await api.list()).map(async ({ session }) =>
    (await api.log(session)).map(({ seq, kind, phase, state }) =>
      [session, seq, kind, phase, state].join(' '),
    ),
  );
  return {
    work: await Promise.all(refs.map(async (ref) => [ref, await work(ref)])),
    disk: [...repository.disk]
      .filter(([path]) => !RECORD.test(path) && !path.includes('/.git/cairn/'))
      .map(([path, node]) =>
        [path, node.kind === 'file' ? Buffer.from(node.bytes).toString() : node.kind].join(' '),
      )
      .toSorted(),
    logs: await Promise.all(logs),
    violations: (await api.verify(null)).flatMap((one) => one.violations),
  };
}

/** Dies at the n-th place that the act passes, or lives. */
async function played(
  { flow, ground, act, again }: MemoryAct,
  dieAt: number | null,
): Promise<{ readonly passed: readonly string[]; readonly seen: unknown }> {
  const memory = await machine(flow);
  await ground(createApi(memory.of('before')), memory);
  const { world, died, passed } = mortalWorld(memory.of('driver'), dieAt);
  const lived = act(createApi(world));
  if (dieAt === null) await lived;
  else await Promise.race([died, lived.then(() => Promise.reject(new Error('it lived')))]);
  memory.kill('driver');
  const next = createApi(memory.of('next'));
  await again(next);
  return { passed: [...passed], seen: await sight(memory, next) };
}

const isNamed = (place: string | undefined): boolean => POINTS.some((point) => point === place);

describe.each(Object.entries(MEMORY_ACTS))('%s', (_name, act) => {
  const dying = async (isMeant: (place: string | undefined, at: number) => boolean): Promise<void> => {
    const { passed, seen } = await played(act, null);
    const places = passed
      .map((place, at) => [at + 1, place] as const)
      .filter(([at, place]) => isMeant(place, at));
    expect(places).not.toEqual([]);
    for (const [at, place] of places)
      expect((await played(act, at)).seen, `died at ${place}, the ${at}th of ${passed.length}`).toEqual(seen);
  };

  test(`that dies at a named place, or at one of ${EACH_OTHER} others, comes to the same end`, () =>
    dying((place, at) => isNamed(place) || at % EACH_OTHER === 1));

  test('that dies at any place comes to the same end', THOROUGH, () => dying((place) => !isNamed(place)));
});
