import type { Problem } from '../../base/cairnError.ts';
import type { NewerSchema } from './schema.ts';

/** Why a record that was read back (STATUS.md, phase.json, effects.json) cannot be used. */
export type RecordProblem =
  | { readonly kind: 'schema-missing' }
  | NewerSchema
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };
