import { writtenSchema } from '../../model/checkpoint/checkpointMessage.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { VerifiedCheckpoint } from '../../model/checkpoint/verifyRules.ts';
import { parseLedger } from '../../model/ledger/parseLedger.ts';
import type { PhaseId, RepoPath, SessionId } from '../../model/names/ids.ts';
import { ledgerPath, newestPacketPath, packetPath } from '../../model/names/places.ts';
import { parsePacket } from '../../model/packet/parsePacket.ts';
import type { Status } from '../../model/status/status.ts';
import { decode } from '../record/text.ts';
import type { World } from '../world.ts';

/** Since this schema there are ledgers, and the newest packet has a place of its own. */
const SINCE = 2;

type HandedOn = Pick<VerifiedCheckpoint, 'packet' | 'ledgers'>;
type Read = (path: RepoPath) => Promise<string | null>;

/**
 * Reads what a checkpoint hands on: the packet of the phase that it closed, and that phase's ledger; at the tip those of all
 * closed phases.
 */
export async function readHandedOn(
  world: World,
  session: SessionId,
  { commit, trailers: { kind, phase } }: Checkpoint,
  status: Status | null,
  isTip: boolean,
): Promise<HandedOn> {
  const rows = status?.rows ?? [];
  const closes = kind === 'phase' || kind === 'approval';
  const own = closes ? rows.find((row) => row.phase === phase) : undefined;
  const { message } = await world.repository.commitEntry(commit);
  const hasLedgers = (writtenSchema(message) ?? 1) >= SINCE;
  const read: Read = async (path) => {
    const bytes = await world.repository.read(commit, path);
    return bytes === null ? null : decode(bytes);
  };
  const closed = rows.filter((row) => row.status === 'done' && (isTip || row === own));
  return {
    ledgers: await ledgersOf(session, hasLedgers ? closed : [], read),
    packet: own === undefined ? null : await packetOf(world, session, own, read, hasLedgers),
  };
}

async function ledgersOf(session: SessionId, rows: Status['rows'], read: Read): Promise<HandedOn['ledgers']> {
  const ledgers = new Map<PhaseId, ReturnType<typeof parseLedger> | null>();
  for (const { number, phase } of rows) {
    const path = ledgerPath(session, number, phase);
    const text = await read(path);
    ledgers.set(phase, text === null ? null : parseLedger(path, text));
  }
  return ledgers;
}

async function packetOf(
  world: World,
  session: SessionId,
  { number, phase, status }: Status['rows'][number],
  read: Read,
  hasPlace: boolean,
): Promise<HandedOn['packet']> {
  const text = await read(packetPath(session, number, phase));
  if (text === null) return null;
  const mustBeNewest = hasPlace && status === 'done';
  const isNewest = !mustBeNewest || (await read(newestPacketPath(session))) === text;
  return { ...(await counted(world, text)), isNewest };
}

async function counted(
  world: World,
  text: string,
): Promise<{ readonly tokens: number; readonly counted: number; readonly budget: number }> {
  const packet = parsePacket('PACKET.md', text);
  if (!packet.ok) return { tokens: -1, counted: 0, budget: 0 };
  const count = await world.tokenizer();
  return { tokens: packet.value.tokens, counted: count(text), budget: packet.value.budget };
}
