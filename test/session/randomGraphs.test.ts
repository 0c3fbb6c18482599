import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '../support/seeds.ts';
import { anyGraph, hasOneOrder } from './graphs/anyGraph.ts';
import { comesTo, graphLosses, kindsIn } from './graphs/graphLosses.ts';
import { playSession } from './graphs/playSession.ts';

/**
 * Random workflows through the engine, in memory: phases at work in slots, that end in any order, fail, ask, wait for people, conflict,
 * are skipped, repeated and sent back, in sessions that are stopped and gone on with.
 */

const KINDS = [
  'deep',
  'wide',
  'second round',
  'later round',
  'items',
  'no items',
  'skipped',
  'blocked',
  'asked',
  'gate failed',
  'crashed',
  'sent back',
  'does not merge',
  'cut off',
  'stopped',
];

const MANY = 60;
const runs = runsOf(5, MANY);

const anyRun = fc.record({ parallel: fc.constantFrom(4, 3, 2, 1, 4), order: fc.nat(1_000_000) });

test('random sessions begin nothing too early or twice, forget nothing, lose nothing, and come to the same in every order', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyGraph, anyRun, anyRun, async (graph, one, other) => {
      const first = await playSession(graph, one.parallel, one.order);
      for (const kind of kindsIn(graph, first)) seen.add(kind);
      expect(await graphLosses(graph, first)).toEqual([]);
      // Where phases run one by one, one that is held up holds up those that do not need it.
      const isAlone = [one, other].some(({ parallel }) => parallel === 1);
      const fails = [...graph.fates.values()].some(({ never }) => never);
      if (!hasOneOrder(graph) || (isAlone && fails)) return;
      const second = await playSession(graph, other.parallel, other.order);
      expect(await graphLosses(graph, second)).toEqual([]);
      // An agent that ended as it was stopped works once more, and comes to something else: one that failed opens no round then.
      const isStopped = first.stops + second.stops > 0;
      if (isStopped && graph.flow.phases.some((phase) => 'loop' in phase)) return;
      expect(await comesTo(graph, second)).toEqual(await comesTo(graph, first));
    }),
    { numRuns: runs, interruptAfterTimeLimit: 240_000 },
  );
  // A few draws meet some of them.
  expect([...seen].filter((kind) => !KINDS.includes(kind))).toEqual([]);
  if (runs === MANY) expect([...seen].toSorted()).toEqual(KINDS.toSorted());
});
