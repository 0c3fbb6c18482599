import { packetPath } from '../../../model/names/places.ts';
import { nextPhase } from '../../../model/plan/nextPhase.ts';
import { layPacket } from '../../checkpoint/layPacket.ts';
import type { NewCheckpoint } from '../../checkpoint/newCheckpoint.ts';
import type { AtTip } from '../../drive.ts';
import { withRow } from '../../record/rows.ts';
import type { Closing } from './closing.ts';

type Closed = Pick<Closing, 'phase' | 'row' | 'record' | 'tree' | 'base'> &
  Pick<NewCheckpoint, 'rows'> & { readonly packet: string };

/** The checkpoint that holds the phase while a person must look at its packet; null if nobody must, somebody has, or no phase follows to receive it. */
export async function reviewOf(
  drive: AtTip,
  { phase, row, record, rows, packet, tree, base }: Closed,
): Promise<Pick<NewCheckpoint, 'kind' | 'rows' | 'record' | 'packet' | 'work'> | null> {
  const next = nextPhase(drive.record.workflow, rows);
  if (!phase.packet.review || record.reviewed !== undefined || next === null) return null;
  await layPacket(drive, row, packet);
  const path = packetPath(drive.session, row.number, phase.id);
  const text = `Look at what ${phase.id} hands on to ${next.id}, and edit it where it is wrong: ${path}`;
  return {
    kind: 'waiting',
    rows: withRow(rows, phase.id, { status: 'waiting' }),
    record: {
      ...record,
      status: 'waiting',
      question: { about: 'packet', text, asked: drive.world.clock.now() },
    },
    packet,
    work: { hold: tree, base },
  };
}
