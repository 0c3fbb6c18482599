import * as z from 'zod/mini';
import type { Demand } from './demand.ts';

const words = (wanted: number | null): string => `at least ${wanted} bytes`;

export const minBytes: Demand<number, number | null> = {
  file: z.int().check(z.gte(1), z.describe('The file must have at least this many bytes.')),
  absent: null,
  whyNot: (bytes, wanted) =>
    wanted !== null && bytes.length < wanted
      ? [`has ${bytes.length} bytes, at least ${wanted} are asked for`]
      : [],
  inPrompt: words,
  inPlan: words,
  planned: (wanted) => wanted,
};
