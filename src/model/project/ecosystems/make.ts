import type { Ecosystem } from '../project.ts';
import { byTargets } from '../targets.ts';

/** As make itself looks for them. */
const FILES = ['GNUmakefile', 'makefile', 'Makefile'];

export const make: Ecosystem = {
  reads: FILES,
  sees: [],
  fills: [],
  find: (facts) => byTargets(facts, FILES, 'make'),
};
