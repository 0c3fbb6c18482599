import type * as z from 'zod/mini';

/** One key by which a workflow demands something of an artifact besides existing: everything about that key. */
export interface Demand<Written, Wanted> {
  /** Its schema in a workflow. */
  readonly file: z.ZodMiniType<Written>;
  /** The demand if the key is absent. */
  readonly absent: Wanted;
  /** Why these bytes do not hold, one reason each, without the path; empty if they hold. */
  whyNot(bytes: Uint8Array, wanted: Wanted): readonly string[];
  /** Words for the agent, after the path. */
  inPrompt(wanted: Wanted): string;
  /** Words for a person, when a plan has changed. */
  inPlan(wanted: Wanted): string;
  /** Its value in the plan hash: equal demands have equal values. */
  planned(wanted: Wanted): Wanted;
}
