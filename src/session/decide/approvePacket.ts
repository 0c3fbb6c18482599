import { packetPath } from '../../model/names/places.ts';
import { takeReviewed } from '../../model/packet/takeReviewed.ts';
import { layPacket } from '../checkpoint/layPacket.ts';
import type { AtTip } from '../drive.ts';
import { decode } from '../record/text.ts';
import { refuseSecrets } from '../workingTree/withoutSecrets.ts';
import { notPossible, type Waiting } from './waitingPhase.ts';

/** The packet under review, as a person left it. */
export interface Reviewed {
  /** As they were asked to look at it. */
  readonly asked: string;
  readonly text: string;
  readonly isEdited: boolean;
}

/**
 * Reads the packet under review from disk and writes it back as it will be published. A packet that is gone counts as not
 * edited.
 *
 * @throws `usage/not-possible` with the lines that keep it from being a packet, `usage/invalid` for a secret
 */
export async function takePacket(drive: AtTip, { row }: Pick<Waiting, 'row'>): Promise<Reviewed> {
  const { world, root, session, record } = drive;
  const path = packetPath(session, row.number, row.phase);
  const published = await world.repository.read(record.tree, path);
  const asked = published === null ? '' : decode(published);
  const onDisk = await world.files.read(root, path);
  const edited = onDisk === null ? asked : decode(onDisk);
  const taken = takeReviewed(path, asked, edited, await world.tokenizer());
  if (!taken.ok)
    throw notPossible(drive, 'approve', {
      because: 'no-packet',
      path,
      lines: taken.error.map(({ line, message }) => ({ line, message })),
    });
  const { text, isEdited } = taken.value;
  await refuseSecrets(world.secrets, path, text);
  await layPacket(drive, row, text, edited);
  return { asked, text, isEdited };
}
