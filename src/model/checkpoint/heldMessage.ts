import type { PhaseId, SessionId } from '../names/ids.ts';
import { oneLine } from '../text/oneLine.ts';

/** The message of a commit that holds work: of no checkpoint, hence without trailers. */
export function renderHeld(of: {
  readonly session: SessionId;
  readonly phase: PhaseId;
  readonly attempt: number;
  /** Of the checkpoint whose second parent it is. */
  readonly seq: number;
}): string {
  return [
    subjectOf(of.phase, of.attempt),
    `Held by checkpoint ${of.seq} of ${of.session} until its phase is done; what is done is in the checkpoint that says so.\n`,
  ].join('\n\n');
}

const subjectOf = (phase: PhaseId, attempt: number): string =>
  `cairn: ${oneLine(phase)}, attempt ${attempt}: work that is not done`;

/** Whether a commit holds the work of that attempt. */
export const isWorkOf = (message: string, phase: PhaseId, attempt: number): boolean =>
  message.split('\n')[0] === subjectOf(phase, attempt);
