import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { neededBy } from '../../../src/model/graph/needed.ts';
import { isFinished } from '../../../src/model/graph/planNext.ts';
import type { Workflow } from '../../../src/model/workflow/workflow.ts';
import { workflowOf } from '../workflowOf.ts';
import { playGraph, type Fate, type Played } from './playGraph.ts';
import { runsOf } from '../../support/seeds.ts';

const IDS = 'abcdefghijkl'.split('');

interface Drawn {
  readonly needs: readonly number[] | null;
  readonly when: { readonly of: number; readonly value: number } | null;
  readonly loop: { readonly to: number; readonly max: number } | null;
  readonly fate: Fate;
}

const anyPhase = (index: number): fc.Arbitrary<Drawn> => {
  const before = fc.nat(Math.max(0, index - 1));
  return fc.record({
    needs: fc.option(fc.uniqueArray(before, { maxLength: Math.min(3, index) }), { freq: 3 }),
    when: fc.option(fc.record({ of: fc.nat(11), value: fc.nat(1) }), { freq: 2 }),
    loop: fc.option(fc.record({ to: fc.nat(11), max: fc.integer({ min: 1, max: 3 }) }), { freq: 2 }),
    fate: fc.record({
      value: fc.nat(1),
      // Some are never met: their rounds are used up, and a person accepts.
      okFrom: fc.constantFrom(1, 2, 3, Infinity),
      fails: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
  });
};

/** Graphs of up to 12 phases, each with needs among those before it, and conditions and loops over what it needs. */
const anyGraph = fc
  .integer({ min: 1, max: IDS.length })
  .chain((size) => fc.tuple(...IDS.slice(0, size).map((_, index) => anyPhase(index))))
  .map((drawn) => {
    const ids = IDS.slice(0, drawn.length);
    const bare = drawn.map(({ needs }, index) => ({
      id: ids[index] ?? '',
      needs: needs?.map((at) => ids[at] ?? '') ?? ids.slice(Math.max(0, index - 1), index),
    }));
    const phases = drawn.map(({ needs, when, loop }, index) => {
      const { id = '' } = bare[index] ?? {};
      const seen = [...neededBy(bare, id)].toSorted();
      const [asked, to] = [
        seen[(when?.of ?? 0) % (seen.length || 1)],
        [id, ...seen][(loop?.to ?? 0) % (seen.length + 1)],
      ];
      return {
        id,
        ...(needs === null ? {} : { needs: bare[index]?.needs }),
        ...(when === null || asked === undefined
          ? {}
          : { when: { file: `${asked}/${asked}.json`, at: '/value', is: when.value } }),
        ...(loop === null
          ? {}
          : { loop: { to, until: { file: `${id}/${id}.json`, at: '/ok', is: true }, max: loop.max } }),
      };
    });
    const fates = new Map(drawn.map(({ fate }, index) => [ids[index] ?? '', fate]));
    return { workflow: workflowOf(phases), fates };
  });

const anyOrder = fc.infiniteStream(fc.nat(1_000_000));
const play = (
  { workflow, fates }: { workflow: Workflow; fates: ReadonlyMap<string, Fate> },
  slots: number,
  order: Iterable<number>,
): Played => {
  const stream = order[Symbol.iterator]();
  return playGraph(workflow, fates, slots, (of) => Number(stream.next().value) % Math.max(1, of));
};
function* endless(): Generator<number> {
  for (;;) yield 0;
}
const doneIn = ({ rows }: Played): string => rows.map(({ phase, status }) => `${phase} ${status}`).join(', ');

test('the graphs of these tests have skipped phases, several rounds, and some that are blocked', () => {
  const seen = new Set<string>();
  for (const graph of fc.sample(anyGraph, { numRuns: 200, seed: 1 }))
    for (const { status, round } of play(graph, 2, endless()).rows)
      seen.add(status).add(round > 2 ? 'rounds' : status);
  expect([...seen].toSorted()).toEqual(['blocked', 'done', 'pending', 'rounds', 'skipped']);
});

test('of random graphs each comes to its end, in whatever order its phases do', () => {
  fc.assert(
    fc.property(anyGraph, fc.integer({ min: 1, max: 4 }), anyOrder, (graph, slots, order) => {
      const { rows, begun } = play(graph, slots, order);
      const status = new Map<string, string>(rows.map((row) => [row.phase, row.status]));
      // None is forgotten: what is not finished is blocked, or needs what is.
      for (const { phase } of rows.filter((row) => !isFinished(row.status))) {
        const held = [phase, ...neededBy(graph.workflow.phases, phase)].some(
          (id) => status.get(id) === 'blocked',
        );
        expect(held, `${phase} of ${doneIn({ rows, begun, steps: 0 })}`).toBe(true);
      }
      expect(rows.filter((row) => row.status === 'running')).toEqual([]);
    }),
    { numRuns: runsOf(250, 1000) },
  );
});

test('a phase runs once in each of its rounds where none is sent back while it works', () => {
  fc.assert(
    fc.property(anyGraph, anyOrder, (graph, order) => {
      const { begun } = play(graph, 1, order);
      expect(new Set(begun).size).toBe(begun.length);
    }),
    { numRuns: runsOf(125, 500) },
  );
});

/** Without loops: two that send each other's phases back use up their rounds in the order in which they come. */
test('every order of the same outcomes gives the same done phases, one after the other or four at once', () => {
  fc.assert(
    fc.property(anyGraph, anyOrder, anyOrder, (graph, one, other) => {
      const straight = {
        ...graph,
        workflow: {
          ...graph.workflow,
          phases: graph.workflow.phases.map((phase) => ({ ...phase, loop: null })),
        },
      };
      expect(doneIn(play(straight, 4, one))).toBe(doneIn(play(straight, 1, other)));
    }),
    { numRuns: runsOf(250, 1000) },
  );
});

test('with one loop in it, too', () => {
  fc.assert(
    fc.property(anyGraph, anyOrder, anyOrder, (graph, one, other) => {
      const [first] = graph.workflow.phases.filter(({ loop }) => loop !== null);
      const single = {
        ...graph,
        workflow: {
          ...graph.workflow,
          phases: graph.workflow.phases.map((phase) => (phase === first ? phase : { ...phase, loop: null })),
        },
      };
      expect(doneIn(play(single, 4, one))).toBe(doneIn(play(single, 1, other)));
    }),
    { numRuns: runsOf(250, 1000) },
  );
});
