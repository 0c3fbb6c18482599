import { field, nullable, type ValuesOf } from '../parsing/recordTable.ts';
import * as kinds from '../parsing/valueKinds.ts';
import type { SectionHeading } from '../packet/packetHeadings.ts';

/** The front matter of LEDGER.md, in written order. All keys are always present. */
export const LEDGER_FIELDS = {
  schema: field('schema', kinds.schemaNumber, 'the schema of the file', 2),
  session: field('session', kinds.sessionId, 'the session that wrote it', 2),
  phase: nullable('phase', kinds.phaseId, 'the phase that hands it on; null for the beginning', 2),
  seq: field('seq', kinds.countFromOne, 'the number of the checkpoint that closed the phase', 2),
  at: field('at', kinds.time, 'when it was written', 2),
} as const;

/** One thing that was handed on. */
export interface LedgerItem {
  readonly section: SectionHeading;
  /** Inert text; one below Open questions that begins with `[x] ` answers a question of before. */
  readonly text: string;
}

/** LEDGER.md as a value: what one phase handed on. */
export interface Ledger extends ValuesOf<typeof LEDGER_FIELDS> {
  /** By section; the number of an item is its place here, from 1. */
  readonly items: readonly LedgerItem[];
  /** What a person took out of what came before, when they looked at the packet of this phase. */
  readonly removed: readonly LedgerItem[];
}

/** The heading above {@link Ledger.removed}. */
export const REMOVED_HEADING = 'Taken out by a person';

/** A ledger and the folder it is in, from the session's: `02-plan`, `00-opened`, or of an earlier round `02-plan/round-1`. */
export interface PlacedLedger {
  readonly folder: string;
  readonly ledger: Ledger;
}
