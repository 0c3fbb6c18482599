import { fuzzArguments } from './fuzzArguments.ts';
import { fuzzTrees } from './fuzzTrees.ts';
import { fuzzParsers } from './fuzzParsers.ts';

/** What is fuzzed, by name; each throws with seed and counterexample where something does not hold. */
export const FUZZ: Readonly<Record<string, (runs: number) => Promise<void>>> = {
  ...fuzzParsers,
  ...fuzzArguments,
  ...fuzzTrees,
};
