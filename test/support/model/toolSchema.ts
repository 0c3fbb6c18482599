import { z } from 'zod';

/** Names of the arguments in the JSON Schema of a tool. */
export const inputNames = z
  .object({ properties: z.record(z.string(), z.unknown()).default({}) })
  .transform((schema) => Object.keys(schema.properties))
  .catch([]);
