import type { Matches } from '../../model/inputs/judgeInputs.ts';
import type { World } from '../world.ts';

/** For all patterns of one file together: a file may have thousands that are slow. */
const MOST_MATCHING_MS = 500;

/** Compares texts with patterns of one workflow file, for a short time in all; null where that is over. */
export function matchesWithin({ withinTime, clock }: Pick<World, 'withinTime' | 'clock'>): Matches {
  let rest = MOST_MATCHING_MS;
  return (pattern, text) => {
    const began = clock.monotonic();
    try {
      if (rest < 1) return null;
      return withinTime(Math.ceil(rest), () => new RegExp(pattern, 'u').test(text))?.value ?? null;
    } catch {
      // One that can be read and is too large to be compiled.
      return null;
    } finally {
      rest -= clock.monotonic() - began;
    }
  };
}
