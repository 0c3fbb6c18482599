import { foldLedgers, type HandedItem, OPENED } from '../../model/ledger/foldLedgers.ts';
import { SECTION_WORDS } from '../../model/ledger/ledgerSections.ts';
import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import { readLedgers } from '../record/ledgers.ts';
import { readTip } from '../record/sessionRecord.ts';
import type { LedgerEntry } from '../results.ts';
import type { World } from '../world.ts';

/** All that the phases of a session have handed on, in order of publication. */
export async function sessionLedger(world: World, session: SessionId): Promise<readonly LedgerEntry[]> {
  const { tree, status } = await readTip(world, session);
  const ledgers = await readLedgers(world.repository, tree, { session, rows: status.rows });
  return foldLedgers(session, ledgers).map(toEntry);
}

const toEntry = ({ id, section, label, seq, text, closedBy, removedBy }: HandedItem): LedgerEntry => ({
  id,
  section: SECTION_WORDS[section],
  phase: phaseOf(label),
  seq,
  text,
  closedBy: closedBy ?? null,
  removedBy: removedBy === undefined ? null : phaseOf(removedBy),
});

const phaseOf = (label: string): PhaseId | null =>
  label === OPENED ? null : (label.replace(/^\d+-/, '') as PhaseId);
