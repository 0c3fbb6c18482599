import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { Result } from '../../src/base/result.ts';
import { damaged, hostileText } from '../model/hostileText.ts';

export type Fuzz = (runs: number) => Promise<void>;

export const golden = (name: string): string =>
  readFileSync(new URL(`../golden/${name}`, import.meta.url), 'utf8').replaceAll('\r\n', '\n');

/** Any text, and a whole one with a few pieces put in, taken out or doubled. */
const textLike = (whole: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 1, arbitrary: hostileText }, { weight: 4, arbitrary: damaged(whole) });

/** Against what never ends, on a machine that does other work as well. */
const MOST_MS = 5_000;

/** Holds for any value, within its time. */
export const fuzzWith =
  <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): Fuzz =>
  async (runs) =>
    fc.assert(
      fc.property(arbitrary, (value) => {
        const began = performance.now();
        holds(value);
        const took = performance.now() - began;
        must(took < MOST_MS, `it took ${took} ms`);
      }),
      { numRuns: runs },
    );

/** Holds for any text, and for whole ones with a few pieces put in, taken out or doubled. */
export const fuzz = (whole: string, holds: (text: string) => void): Fuzz => fuzzWith(textLike(whole), holds);

/** Fails the property with what was wrong. */
export function must(holds: boolean, what: unknown): asserts holds {
  if (!holds) throw new Error(`does not hold: ${JSON.stringify(what)}`);
}

/** What was read is read again as it was written. Answers it; null if the text was refused. */
export function mustReturn<T>(
  text: string,
  parse: (text: string) => Result<T, unknown>,
  render: (value: T) => string,
): T | null {
  const read = parse(text);
  if (!read.ok) return null;
  const again = parse(render(read.value));
  must(again.ok && isDeepStrictEqual(again.value, read.value), text);
  return read.value;
}
