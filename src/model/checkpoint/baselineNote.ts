import * as z from 'zod/mini';
import { readAs, treeField, type RecordOf } from '../parsing/recordFields.ts';
import { baselineField } from './checkFields.ts';

const baseline = z.array(baselineField);

/** What this machine notes of a session until one of its records holds it. */
const note = z.looseObject({
  schema: z.literal(1),
  /** The tree that the session began with. */
  tree: treeField,
  /** What lay there as the checks began, which may have left something since; null: they have ended. */
  from: z.nullable(treeField),
  checks: baseline,
});
const known = z.looseObject({ schema: z.literal(1), checks: baseline });

export type BaselineNote = Omit<RecordOf<typeof note>, 'schema'>;

/** Null: nothing was noted, or it cannot be read. */
export const readBaselineNote = (text: string): BaselineNote | null => readAs(note, text);
/** What is known of a tree. */
export const readKnownChecks = (text: string): BaselineNote['checks'] => readAs(known, text)?.checks ?? [];
