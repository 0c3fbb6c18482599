import type * as z from 'zod';

/** What a workflow may ask of an artifact, besides being there: everything that anybody has to know of one such key. */
export interface Demand<Written, Wanted> {
  /** As it stands in a workflow. */
  readonly file: z.ZodType<Written>;
  /** What is wanted where the key is left out. */
  readonly absent: Wanted;
  /** Why these bytes do not hold, one reason each, without the path; none: they hold. */
  whyNot(bytes: Uint8Array, wanted: Wanted): readonly string[];
  /** For the agent, after the path. */
  inPrompt(wanted: Wanted): string;
  /** For a person, where a plan has changed. */
  inPlan(wanted: Wanted): string;
  /** As the hash of the plan sees it: equal demands are equal values. */
  planned(wanted: Wanted): Wanted;
}
