import * as z from 'zod/mini';
import type { Result } from '../../base/result.ts';
import type { RecordProblem } from '../parsing/readRecord.ts';
import { readRecord } from '../parsing/readRecord.ts';
import { phaseField } from '../parsing/recordFields.ts';
import { renderRecord } from '../parsing/renderRecord.ts';
import { SCHEMA } from '../parsing/schema.ts';
import type { Expansion } from './item.ts';

export const ITEMS_FILE = 'items.json';

const itemsSchema = z.looseObject({
  schema: z.literal(SCHEMA),
  /** In the order in which their lists were read. */
  phases: z.array(
    z.looseObject({
      template: phaseField,
      items: z.array(
        z.looseObject({
          phase: phaseField,
          id: z.nullable(z.string()),
          needs: z.array(phaseField),
          value: z.unknown(),
        }),
      ),
    }),
  ),
});

/** Reads `items.json`. Never throws. */
export function parseItems(file: string, text: string): Result<readonly Expansion[], RecordProblem> {
  const read = readRecord('items', file, text, itemsSchema);
  return read.ok ? { ok: true, value: read.value.phases } : read;
}

/** `items.json`: what each phase with `forEach` became. */
export const renderItems = (phases: readonly Expansion[]): string =>
  renderRecord(ITEMS_FILE, { schema: SCHEMA, phases }, itemsSchema);
