import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RepoPath, SessionId } from '../../model/names/ids.ts';
import { ownCheckpoints } from '../../model/checkpoint/checkpoint.ts';
import { closingCheckpoint } from '../../model/checkpoint/phaseBase.ts';
import { newestPacketPath, openingPacketPath, packetPath, sessionFolder } from '../../model/names/places.ts';
import { checkRepoPath } from '../../model/names/repoPath.ts';
import { rowNamed } from '../record/phaseNamed.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import { readHistory } from '../record/history.ts';
import { withWords } from '../record/withWords.ts';
import { newestPacket, openingPacket } from '../record/newestPacket.ts';
import { readThen } from '../record/sessionMove.ts';
import { decode } from '../record/text.ts';
import type { World } from '../world.ts';

/** The bytes that `<path>@<phase>` points at: the latest checkpoint that closed the phase, `@opened` for the beginning. */
export async function showPointer(world: World, session: SessionId, pointer: string): Promise<Uint8Array> {
  const cut = pointer.lastIndexOf('@');
  if (cut <= 0) throw new CairnError('usage/invalid', { what: pointer, why: 'a pointer is <path>@<phase>' });
  const [written, phase] = [pointer.slice(0, cut), pointer.slice(cut + 1)];
  const path = checkRepoPath(
    written.startsWith('/') ? written.slice(1) : `${sessionFolder(session)}/${written}`,
  );
  if (!path.ok) throw new CairnError('usage/invalid', { what: pointer, why: path.error });
  const at = await commitOf(world, session, phase);
  const bytes = await readAt(world, session, at, path.value, phase === 'opened');
  if (bytes === null)
    throw new CairnError('usage/invalid', { what: pointer, why: `there is no such file in ${phase}` });
  return bytes;
}

/** The packet of the beginning has had two places: either leads to it. */
async function readAt(
  { repository }: World,
  session: SessionId,
  at: CommitId,
  path: RepoPath,
  isBeginning: boolean,
): Promise<Uint8Array | null> {
  const isOpening =
    isBeginning && [newestPacketPath(session), openingPacketPath(session)].some((known) => known === path);
  return isOpening ? openingPacket(repository, at, session) : readThen(repository, at, path);
}

/** The packet that a phase hands on; null = the newest. */
export async function readPacket(world: World, session: SessionId, named: string | null): Promise<string> {
  const record = await readTip(world, session);
  if (named === null) return (await newestPacket(world.repository, record)).text ?? '';
  const bytes = await packetOf(world, record, named);
  if (bytes === null)
    throw new CairnError('usage/not-possible', {
      act: 'show-packet',
      session,
      refusal: { because: 'no-packet-yet', phase: named },
    });
  return decode(bytes);
}

async function packetOf(
  { repository }: World,
  record: SessionRecord,
  named: string,
): Promise<Uint8Array | null> {
  const { session, status, tree } = record;
  // A phase may be called so, too.
  if (named === 'opened' && !status.rows.some(({ phase }) => phase === named))
    return openingPacket(repository, tree, session);
  const { number, phase } = rowNamed(record, named);
  return repository.read(tree, packetPath(session, number, phase));
}

async function commitOf(world: World, session: SessionId, phase: string): Promise<CommitId> {
  const record = await readTip(world, session);
  const history = await readHistory(world.repository, record);
  if (phase === 'opened') return ownCheckpoints(history).at(-1)?.commit ?? record.commit;
  const row = rowNamed(record, phase);
  const closing = closingCheckpoint(await withWords(world.repository, history), row.phase);
  if (closing !== null) return closing.commit;
  // A shallow clone has the tip only: what is done is in its tree.
  if (row.status === 'done') return record.commit;
  throw new CairnError('usage/not-possible', {
    act: 'show',
    session,
    refusal: { because: 'open', phase },
  });
}
