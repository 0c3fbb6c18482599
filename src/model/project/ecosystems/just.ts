import type { Ecosystem } from '../project.ts';
import { byTargets } from '../targets.ts';

const FILES = ['justfile', 'Justfile', '.justfile'];

export const just: Ecosystem = {
  reads: FILES,
  sees: [],
  fills: [],
  find: (facts) => byTargets(facts, FILES, 'just'),
};
