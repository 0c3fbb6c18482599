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
    `cairn: ${oneLine(of.phase)}, attempt ${of.attempt}: work that is not done`,
    `Held by checkpoint ${of.seq} of ${of.session} until its phase is done; what is done is in the checkpoint that says so.\n`,
  ].join('\n\n');
}
