import type { PhaseId } from '../../../model/names/ids.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import { packetPath } from '../../../model/names/places.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { layPacket } from '../../checkpoint/layPacket.ts';
import type { NewCheckpoint } from '../../checkpoint/newCheckpoint.ts';
import type { AtTip } from '../../drive.ts';
import { withRow } from '../../record/rows.ts';

/** A phase about to be closed. */
interface Closing {
  readonly phase: Phase;
  readonly row: StatusRow;
  readonly record: PhaseRecord;
  /** Row and record once it is closed. */
  readonly rows: readonly StatusRow[];
  readonly next: PhaseId | null;
  readonly packet: string;
}

/**
 * What is published instead of the closing checkpoint if a person must review the packet first; null if nobody must, or no
 * phase follows to receive it.
 */
export async function holdForReview(
  drive: AtTip,
  { phase, row, record, rows, next, packet }: Closing,
): Promise<Pick<NewCheckpoint, 'kind' | 'state' | 'next' | 'rows' | 'record' | 'packet'> | null> {
  if (!phase.packet.review || next === null) return null;
  await layPacket(drive, row, packet, null);
  const path = packetPath(drive.session, row.number, phase.id);
  const text = `Look at what ${phase.id} hands on to ${next}, and edit it where it is wrong: ${path}`;
  return {
    kind: 'waiting',
    state: 'waiting',
    next: phase.id,
    rows: withRow(rows, phase.id, { status: 'waiting' }),
    record: {
      ...record,
      status: 'waiting',
      question: { about: 'packet', text, asked: drive.world.clock.now() },
    },
    packet,
  };
}
