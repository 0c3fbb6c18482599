import type { Result } from '../../base/result.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PhaseId } from '../names/ids.ts';
import type { RecordProblem } from '../parsing/readRecord.ts';
import { recordProblemWords } from '../parsing/recordProblemWords.ts';
import type { PhaseRecord } from './phaseRecord.ts';

/** Ledgers of phases that must have one; null if there is none. */
export type VerifiedLedgers = ReadonlyMap<PhaseId, Result<Ledger, RecordProblem> | null>;

/** R22 of one checkpoint. */
export function ledgerProblems(
  ledgers: VerifiedLedgers,
  records: ReadonlyMap<PhaseId, PhaseRecord>,
): readonly string[] {
  return [...ledgers].flatMap(([phase, read]) => {
    if (read === null) return [`${phase} is done and has no LEDGER.md`];
    if (!read.ok) return [`LEDGER.md of ${phase} cannot be read: ${recordProblemWords(read.error)}`];
    const record = records.get(phase);
    const wants = record === undefined ? null : writtenAt(record);
    const { session, seq } = read.value;
    const has = `${session}@${seq}`;
    if (read.value.phase !== phase)
      return [`LEDGER.md of ${phase} is one of ${read.value.phase ?? 'the beginning'}`];
    return wants === null || wants === has
      ? []
      : [`LEDGER.md of ${phase} is of ${has}, phase.json of ${wants}`];
  });
}

/** In a fork, a phase that came along stays as the other session wrote it. */
const writtenAt = ({ session, seq, inherited }: PhaseRecord): string =>
  inherited === undefined ? `${session}@${seq}` : `${inherited.session}@${inherited.seq}`;
