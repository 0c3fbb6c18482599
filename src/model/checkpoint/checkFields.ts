/** What a check said, as `phase.json` has it. */
import * as z from 'zod/mini';
import { commandField, pathField, timeField } from '../parsing/recordFields.ts';

const OUTCOMES = ['passed', 'failed', 'broke'] as const;
export const checkField = z.looseObject({
  name: z.string(),
  run: commandField,
  /** `failed`: the command said no. `broke`: it could not run to a verdict (126, 127, a signal, a time-out). */
  outcome: z.enum(OUTCOMES),
  /** What it had said before anything was changed; missing: it was not run then. */
  before: z.exactOptional(z.enum(OUTCOMES)),
  /** Files by which what it runs was changed in this session; missing: none was, or nobody knows. */
  changed: z.exactOptional(z.array(pathField)),
  exitCode: z.nullable(z.int()),
  ms: z.number().check(z.gte(0)),
  /** Why it could not run to a verdict; only if it broke. */
  why: z.exactOptional(z.string()),
  /** The last lines of its output. */
  tail: z.string(),
});

/** Of a check of the workflow, before anything was changed. */
export const baselineField = z.looseObject({
  run: commandField,
  outcome: z.enum(OUTCOMES),
  exitCode: z.nullable(z.int()),
  ms: z.number().check(z.gte(0)),
  why: z.exactOptional(z.string()),
  tail: z.string(),
  at: timeField,
});
