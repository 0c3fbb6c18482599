import { CairnError } from '../base/cairnError.ts';
import type { Result } from '../base/result.ts';
import type { PhaseRecord } from './phaseRecord.ts';
import type { RecordProblem } from './recordProblem.ts';

/** Reads `phase.json`. Never throws. */
export function parsePhaseRecord(_file: string, _text: string): Result<PhaseRecord, RecordProblem> {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}

/** `phase.json`: stable key order, two spaces, a newline at the end; unknown keys kept. */
export function renderPhaseRecord(_record: PhaseRecord): string {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
