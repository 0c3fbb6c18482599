import type { Problem } from '../base/cairnError.ts';

/** Why a record that was read back (STATUS.md, phase.json, effects.json) cannot be used. */
export type RecordProblem =
  | { readonly kind: 'schema-missing' }
  /** Written by a newer Cairn; `found` is its schema number. */
  | { readonly kind: 'newer-schema'; readonly found: number }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };
