import * as fc from 'fast-check';
import type { Ledger, LedgerItem } from '../../../src/model/ledger/ledger.ts';
import type { PhaseId, SessionId, Timestamp } from '../../../src/model/names/ids.ts';
import { SECTION_HEADINGS } from '../../../src/model/packet/packetHeadings.ts';
import { inertText } from '../../../src/model/packet/safeText.ts';
import { anyPhaseId, anySessionId } from '../anyStatus.ts';

const piece = fc.oneof(
  fc.constantFrom(
    '\n',
    '\n\n',
    '\n## Decisions\n',
    '\n- ',
    '\n1. ',
    '---',
    '[x] ',
    '  ',
    'Decisions: ',
    '\r',
    '\u202e',
  ),
  fc.string({ unit: 'binary' }),
);
const anyText = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((parts) => inertText(parts.join('')).trim())
  .filter((text) => text !== '');

/** Items in the order of their sections, as a ledger has them. */
const anyItems = fc
  .array(fc.record({ section: fc.constantFrom(...SECTION_HEADINGS), text: anyText }), { maxLength: 30 })
  .map((items) =>
    SECTION_HEADINGS.flatMap((heading) => items.filter(({ section }): boolean => section === heading)),
  );

/** Any ledger that the engine may write. */
export const anyLedger: fc.Arbitrary<Ledger> = fc.record({
  schema: fc.constant(3 as const),
  session: anySessionId,
  phase: fc.option(anyPhaseId),
  seq: fc.integer({ min: 1, max: 5000 }),
  at: fc.constant('2026-11-20T10:01:22.123Z' as Timestamp),
  items: anyItems,
  removed: anyItems,
});

/** A ledger of a phase with these items. */
export const ledgerOf = (
  phase: string | null,
  seq: number,
  items: readonly LedgerItem[],
  over: Partial<Ledger> = {},
): Ledger => ({
  schema: 3,
  session: 'demo' as SessionId,
  phase: phase as PhaseId | null,
  seq,
  at: '2026-11-20T10:01:22.123Z' as Timestamp,
  items,
  removed: [],
  ...over,
});
