import { packetPath } from '../../model/names/places.ts';
import type { PacketReview } from '../../model/packet/packetReview.ts';
import { takeReviewed } from '../../model/packet/takeReviewed.ts';
import { tipOf, type Drive } from '../drive.ts';
import { askedOf } from '../record/askedOf.ts';
import { decode } from '../record/text.ts';
import { refuseSecrets } from '../workingTree/withoutSecrets.ts';
import { notPossible, type Waiting } from './waitingPhase.ts';

/**
 * Reads what a person made of the packet of a phase, where that is what it waits for; null where it is not. A packet that is gone
 * counts as not edited. The file stays as it is: the checkpoint that closes the phase is rendered over it.
 *
 * @throws `usage/not-possible` with the lines that keep it from being a packet, `usage/invalid` for a secret
 */
export async function takePacket(drive: Drive, { row, record }: Waiting): Promise<PacketReview | null> {
  if (askedOf(record) !== 'packet') return null;
  const { world, root, session } = drive;
  const path = packetPath(session, row.number, row.phase);
  const published = await world.repository.read(tipOf(drive).record.tree, path);
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
  await refuseSecrets(world.secrets, path, taken.value.text);
  return taken.value.review;
}
