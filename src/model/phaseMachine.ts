import { CairnError } from '../base/cairnError.ts';
import type { PhaseStatus, SessionState } from './status.ts';

/** Throws when the table does not allow it. */
export function assertTransition(of: 'session', from: SessionState, to: SessionState): void;
export function assertTransition(of: 'phase', from: PhaseStatus, to: PhaseStatus): void;
export function assertTransition(_of: 'session' | 'phase', _from: string, _to: string): void {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
