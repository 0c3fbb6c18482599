import { describe, expect, test } from 'vitest';
import type { RefName } from '../../src/model/names/ids.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { createApi } from '../../src/session/createApi.ts';
import type { MemoryWorld } from '../support/memoryWorld.ts';
import { THOROUGH } from '../support/thorough.ts';
import { GRAPH_ACTS } from './graphActs.ts';
import { MEMORY_ACTS, type MemoryAct } from './memoryActs.ts';
import { acted, isNamed, spread, type Place } from './memoryMachine.ts';

/**
 * Lets the process of each act die at each call of a port and at each named place, and somebody else go on, over twins in
 * memory: what comes out is what comes out of one that lived. Real processes die at two named places of each act in
 * `npm test`, and at all of them in the thorough part: the files beside this one.
 */

const EACH_OTHER = 30;

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
  of: MemoryAct,
  dieAt: number | null,
): Promise<{ readonly passed: readonly Place[]; readonly seen: unknown }> {
  const { memory, passed } = await acted(of, dieAt);
  const next = createApi(memory.of('next'));
  await of.again(next);
  return { passed, seen: await sight(memory, next) };
}

/** How many deaths each test of an act dies: each plays it anew, from its ground to its end. */
const ALL = { few: 6, many: Infinity };
const OF_MANY = { few: 3, many: 150 };

describe.each([
  ...Object.entries(MEMORY_ACTS).map(([name, act]) => [name, act, ALL] as const),
  ...Object.entries(GRAPH_ACTS).map(([name, act]) => [name, act, OF_MANY] as const),
])('%s', (_name, act, { few, many }) => {
  const dying = async (isMeant: (place: Place) => boolean, most: number): Promise<void> => {
    const lived = await played(act, null);
    const places = lived.passed.filter(isMeant);
    expect(places).not.toEqual([]);
    for (const [at, place] of spread(places, most))
      expect((await played(act, at)).seen, `died at ${place}, place ${at}`).toEqual(lived.seen);
  };

  test(`that dies at a named place, or at one of ${EACH_OTHER} others, comes to the same end`, () =>
    dying((place) => isNamed(place) || place[0] % EACH_OTHER === 0, few));

  test('that dies at any place comes to the same end', THOROUGH, () => dying(() => true, many));
});
