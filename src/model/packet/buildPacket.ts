import { CairnError } from '../../base/cairnError.ts';
import type { BuiltPacket, PacketInput } from './packetInput.ts';

/** Builds what a phase hands on; `count` answers the number of o200k_base tokens of a text. */
export function buildPacket(_input: PacketInput, _count: (text: string) => number): BuiltPacket {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
