import * as fc from 'fast-check';
import { neededBy } from '../../../src/model/graph/needed.ts';
import type { Flow } from '../../support/session.ts';

/** How an attempt ends before the one that holds. */
export type Step = 'nothing' | 'red' | 'crashed' | 'asks';

/** What a phase comes to whenever it is tried: by its round and how often its agent has ended in that, never by what others did before. */
export interface Fate {
  /** What its file says in rounds 1, 2, and from 3 on. */
  readonly values: readonly number[];
  /** The round from which on its loop is met. */
  readonly okFrom: number;
  readonly before: readonly Step[];
  /** Its gate holds in no attempt. */
  readonly never: boolean;
  /** Of its list, in the first round. */
  readonly items: number;
  /** A person sends it back once in each round. */
  readonly rejected: boolean;
  /** It writes into the file that all such phases write, too. */
  readonly shares: boolean;
}

interface Drawn {
  readonly needs: readonly number[] | null;
  readonly when: { readonly of: number; readonly value: number } | null;
  readonly loop: { readonly to: number; readonly max: number } | null;
  readonly forEach: { readonly of: number; readonly max: number } | null;
  readonly approval: boolean;
  readonly check: boolean;
  readonly retries: number;
  readonly asks: boolean;
  readonly fate: Fate;
}

/** A workflow, and what becomes of its phases by their letters: items have that of the phase that is repeated. */
export interface Graph {
  readonly flow: Flow;
  readonly needs: ReadonlyMap<string, readonly string[]>;
  readonly fates: ReadonlyMap<string, Fate>;
}

const IDS = 'abcdefghijkl'.split('');

/** True once in so many. */
const rarely = (of: number): fc.Arbitrary<boolean> => fc.nat(of - 1).map((n) => n === of - 1);

const anyFate: fc.Arbitrary<Fate> = fc.record({
  values: fc.array(fc.nat(1), { minLength: 3, maxLength: 3 }),
  okFrom: fc.constantFrom(1, 2, 2, 3, Infinity),
  before: fc.array(fc.constantFrom<Step>('nothing', 'red', 'crashed', 'asks'), { maxLength: 2 }),
  never: rarely(24),
  items: fc.nat(3),
  rejected: rarely(3),
  shares: rarely(4),
});

const anyPhase = (index: number): fc.Arbitrary<Drawn> => {
  // Near ones more often: graphs become deep.
  const before = fc.oneof(fc.nat(Math.max(0, index - 1)), fc.constant(Math.max(0, index - 1)));
  return fc.record({
    needs: fc.oneof(
      { weight: 1, arbitrary: fc.constant(null) },
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 5, arbitrary: fc.uniqueArray(before, { maxLength: Math.min(3, index) }) },
    ),
    when: fc.option(fc.record({ of: fc.nat(11), value: fc.nat(1) }), { freq: 2 }),
    loop: rarely(7).chain((is) =>
      is ? fc.record({ to: fc.nat(11), max: fc.integer({ min: 1, max: 3 }) }) : fc.constant(null),
    ),
    forEach: rarely(5).chain((is) =>
      is ? fc.record({ of: fc.nat(11), max: fc.constantFrom(1, 20, 20) }) : fc.constant(null),
    ),
    approval: rarely(5),
    check: fc.boolean(),
    retries: fc.nat(2),
    asks: rarely(3),
    fate: anyFate,
  });
};

/** Graphs of up to 12 phases with conditions, loops and lists over what each needs. */
export const anyGraph: fc.Arbitrary<Graph> = fc
  .integer({ min: 1, max: IDS.length })
  .chain((size) => fc.tuple(...IDS.slice(0, size).map((_, index) => anyPhase(index))))
  .map(graphOf);

function graphOf(drawn: readonly Drawn[]): Graph {
  const bare = drawn.map(({ needs }, index) => ({
    id: IDS[index] ?? '',
    needs: needs?.map((at) => IDS[at] ?? '') ?? IDS.slice(Math.max(0, index - 1), index),
  }));
  const repeated = new Set<string>();
  const phases = drawn.map((one, index) => {
    const { id = '' } = bare[index] ?? {};
    const seen = [...neededBy(bare, id)].toSorted();
    const single = seen.filter((each) => !repeated.has(each));
    const by = one.forEach === null ? undefined : single[one.forEach.of % (single.length || 1)];
    if (by !== undefined) repeated.add(id);
    const asked = single[(one.when?.of ?? 0) % (single.length || 1)];
    // A round that writes its own list anew is refused.
    const froms = [id, ...seen].filter(
      (to) => by === undefined || (to !== by && !neededBy(bare, by).has(to)),
    );
    const to = froms[(one.loop?.to ?? 0) % froms.length];
    const fileOf = (phase: string): string => `${phase}/${phase}.json`;
    return {
      id,
      artifacts: [`${id}.json`],
      retries: one.retries,
      ...(one.needs === null ? {} : { needs: bare[index]?.needs }),
      ...(one.when === null || asked === undefined
        ? {}
        : { when: { file: fileOf(asked), at: '/value', is: one.when.value } }),
      ...(one.loop === null
        ? {}
        : { loop: { to, until: { file: fileOf(id), at: '/ok', is: true }, max: one.loop.max } }),
      ...(by === undefined ? {} : { forEach: { file: fileOf(by), at: '/tasks', max: one.forEach?.max } }),
      ...(one.approval ? { approval: 'required' } : {}),
      ...(one.check ? { checks: [{ run: 'check' }] } : {}),
      ...(one.asks ? { onConflict: 'ask' } : {}),
    };
  });
  return {
    flow: { schema: 2, phases },
    needs: new Map(bare.map(({ id, needs }) => [id, needs])),
    fates: new Map(drawn.map(({ fate }, index) => [IDS[index] ?? '', fate])),
  };
}

/** Loops that send each other's phases back use up their rounds in the order in which they come. */
export const hasOneOrder = ({ flow }: Graph): boolean => {
  const looped = flow.phases.filter((phase) => 'loop' in phase);
  return looped.length <= 1 && looped.every((phase) => !('forEach' in phase));
};
