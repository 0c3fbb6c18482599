import { CairnError } from '../../base/cairnError.ts';
import type { Result } from '../../base/result.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../ids.ts';
import type { RecordProblem } from '../recordProblem.ts';

/** PACKET.md as a value (format, section 6). */
export interface Packet {
  readonly schema: 1;
  readonly session: SessionId;
  /** null: the opening packet. */
  readonly phase: PhaseId | null;
  readonly seq: number;
  readonly at: Timestamp;
  readonly commit: CommitId;
  readonly tokens: number;
  readonly budget: number;
  readonly tokenizer: 'o200k_base';
  /** In the order of the file; empty ones are not there. */
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
}

/** Reads a PACKET.md; `file` only names it in problems. Never throws. */
export function parsePacket(_file: string, _text: string): Result<Packet, RecordProblem> {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
