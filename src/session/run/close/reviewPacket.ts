import type { CommitId, TreeId } from '../../../model/names/ids.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import { packetPath } from '../../../model/names/places.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { layPacket } from '../../checkpoint/layPacket.ts';
import type { NewCheckpoint } from '../../checkpoint/newCheckpoint.ts';
import type { AtTip } from '../../drive.ts';
import type { HandedOn } from './handOn.ts';
import { withRow } from '../../record/rows.ts';

/** A phase about to be closed. */
interface Closing extends Pick<NewCheckpoint, 'kind' | 'state' | 'next' | 'rows'> {
  readonly phase: Phase;
  readonly row: StatusRow;
  readonly record: PhaseRecord;
  readonly handedOn: HandedOn;
  /** The tree that was judged. */
  readonly tree: TreeId;
  /** The checkpoint that its work began on. */
  readonly base: CommitId;
}

type Closed = Pick<
  NewCheckpoint,
  'kind' | 'state' | 'next' | 'rows' | 'record' | 'packet' | 'ledger' | 'work'
>;

/**
 * Publishes the phase with its work; or holds it while a person must look at its packet, if a phase follows to receive that.
 *
 * @param isReviewed they have looked already
 */
export async function closeOrReview(drive: AtTip, closing: Closing, isReviewed = false): Promise<Closed> {
  const { phase, row, record, rows, next, handedOn, kind, state, tree, base } = closing;
  if (isReviewed || !phase.packet.review || next === null)
    return { kind, state, next, rows, record, ...handedOn, work: { publish: tree } };
  await layPacket(drive, row, handedOn.packet, null);
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
    packet: handedOn.packet,
    work: { hold: tree, base },
  };
}
