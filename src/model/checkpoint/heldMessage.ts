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

/** The first checkpoint that could hold a commit with this message, or publish what it has, and of which attempt; null for any other message. */
export function heldFrom(message: string): { readonly seq: number; readonly attempt: number } | null {
  const seq = /^Held by checkpoint (\d+) of /m.exec(message)?.[1];
  const attempt = /^cairn: \S+, attempt (\d+): /.exec(message)?.[1];
  return seq === undefined || attempt === undefined ? null : { seq: Number(seq), attempt: Number(attempt) };
}
