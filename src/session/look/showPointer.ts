import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RepoPath, SessionId } from '../../model/names/ids.ts';
import { type Checkpoint, ownCheckpoints } from '../../model/checkpoint/checkpoint.ts';
import { closes } from '../../model/checkpoint/phaseBase.ts';
import {
  newestPacketPath,
  openingPacketPath,
  packetPath,
  phaseFolder,
  sessionFolder,
} from '../../model/names/places.ts';
import { checkRepoPath } from '../../model/names/repoPath.ts';
import type { Tip } from '../drive.ts';
import { rowNamed } from '../record/phaseNamed.ts';
import { lacksBeginning, refuseCut } from '../record/refuseCut.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import { readHistory } from '../record/history.ts';
import { withWords } from '../record/withWords.ts';
import { newestPacket, openingPacket } from '../record/newestPacket.ts';
import { readThen } from '../record/sessionMove.ts';
import { decode } from '../record/text.ts';
import type { World } from '../world.ts';

/**
 * The bytes that `<path>@<phase>` points at: as of the latest checkpoint that closed the phase, or published its work as it sent that
 * back, `@opened` for the beginning. What an earlier round left is as the tip has it.
 */
export async function showPointer(world: World, session: SessionId, pointer: string): Promise<Uint8Array> {
  const cut = pointer.lastIndexOf('@');
  if (cut <= 0) throw new CairnError('usage/invalid', { what: pointer, why: 'a pointer is <path>@<phase>' });
  const [written, phase] = [pointer.slice(0, cut), pointer.slice(cut + 1)];
  const tip = await readTip(world, session);
  const history = await readHistory(world.repository, tip);
  for (const place of placesOf(tip, written, phase)) {
    const path = checkRepoPath(place);
    if (!path.ok) throw new CairnError('usage/invalid', { what: pointer, why: path.error });
    const at = isOfRound(session, path.value, phase)
      ? tip.commit
      : await commitOf(world, { record: tip, history }, phase, path.value);
    const bytes = await readAt(world, session, at, path.value, phase === 'opened');
    if (bytes !== null) return bytes;
  }
  throw new CairnError('usage/invalid', { what: pointer, why: `there is no such file in ${phase}` });
}

/** Where a path may lie, from the root: as packets write it first, then as a person does who looks at the phase or at the project. */
function placesOf({ session, status }: SessionRecord, written: string, phase: string): readonly string[] {
  if (written.startsWith('/')) return [written.slice(1)];
  const row = status.rows.find((one) => one.phase === phase);
  return [
    `${sessionFolder(session)}/${written}`,
    ...(row === undefined ? [] : [`${phaseFolder(session, row.number, row.phase)}/${written}`]),
    written,
  ];
}

/** Its folder was made when the round was over, which no checkpoint that closed the phase could have. */
function isOfRound(session: SessionId, path: RepoPath, phase: string): boolean {
  const inSession = `${sessionFolder(session)}/`;
  if (!path.startsWith(inSession)) return false;
  const [folder = '', round = ''] = path.slice(inSession.length).split('/');
  return folder.replace(/^\d+-/, '') === phase && /^round-\d+$/.test(round);
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

async function commitOf(
  world: World,
  { record, history }: Tip,
  phase: string,
  path: RepoPath,
): Promise<CommitId> {
  if (phase === 'opened') {
    if (lacksBeginning(history)) refuseCut(record, history, phase);
    return ownCheckpoints(history).at(-1)?.commit ?? record.commit;
  }
  // The items of a list that is written anew have no row any more.
  const handedOn = (await withWords(world.repository, history)).find(
    (at) => at.trailers.phase === phase && handsOn(at),
  );
  if (handedOn !== undefined) return handedOn.commit;
  const row = rowNamed(record, phase);
  // A shallow clone has the tip only: what is done is in its tree, and in the session's folder as it was handed on.
  if (!path.startsWith(`${sessionFolder(record.session)}/`)) refuseCut(record, history, phase);
  if (row.status === 'done') return record.commit;
  throw new CairnError('usage/not-possible', {
    act: 'show',
    session: record.session,
    refusal: { because: 'open', phase: row.phase },
  });
}

/** Of a round whose gate did not hold nothing was published. */
const handsOn = (at: Checkpoint): boolean =>
  closes(at) || (at.trailers.kind === 'round' && at.trailers.held === null);
