import { hasRounds } from '../../model/graph/openRound.ts';
import type { PhaseId, RepoPath } from '../../model/names/ids.ts';
import {
  CAIRN_FOLDER,
  effectsPath,
  inputsPath,
  itemsPath,
  handoffPath,
  ledgerFolder,
  ledgerPath,
  newestPacketPath,
  OPENED_FOLDER,
  openingLedgerPath,
  openingPacketPath,
  packetPath,
  phaseFolder,
  questionPath,
  recordPath,
  requestPath,
  roundFolder,
  sessionFolder,
  SESSIONS_FOLDER,
  statusPath,
  workflowPath,
} from '../../model/names/places.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { AtTip, Drive } from '../drive.ts';
import type { Objects } from '../ports.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { tell } from '../tell.ts';

type Row = Pick<StatusRow, 'number' | 'phase' | 'round'>;

/** Which places of the session to check: the path to STATUS.md, or all but those of phases besides these. */
type Where = 'status' | { readonly phases: readonly Row[] };

/**
 * Moves aside what stands where a folder or file of the session has to be: a link in the place of a folder, a link, a folder or
 * a pipe in that of a file. Nothing could be written there, and what lies behind a link is part of no checkpoint. The drive
 * remembers it for the gate. Answers whether anything stood there.
 */
export async function clearWay(drive: Drive, where: Where): Promise<boolean> {
  const { world, root, lease } = drive;
  const before = drive.checkout.obstacles.length;
  for (const { path, wanted } of await wantedAt(drive, where)) {
    const found = await world.files.kind(root, path);
    if (found === null || found.kind === wanted) continue;
    await lease.confirm();
    const obstacle = { path, was: found.kind, to: await world.files.moveAside(root, path) };
    drive.checkout.obstacles = [...drive.checkout.obstacles, obstacle];
    tell(world, { notice: 'in-the-way', obstacle });
  }
  return drive.checkout.obstacles.length > before;
}

interface Wanted {
  readonly path: RepoPath;
  readonly wanted: 'file' | 'folder';
}

const folder = (path: RepoPath): Wanted => ({ path, wanted: 'folder' });
const file = (path: RepoPath): Wanted => ({ path, wanted: 'file' });

/** Folders come before their contents. */
async function wantedAt({ world, session, record }: AtTip, where: Where): Promise<readonly Wanted[]> {
  const way = [CAIRN_FOLDER, SESSIONS_FOLDER, sessionFolder(session)].map(folder);
  const status = file(statusPath(session));
  if (where === 'status') return [...way, status];
  const { inputs, written } = record.workflow;
  const asked = inputs.length === 0 ? [] : [inputsPath];
  const listed = written.every(({ forEach }) => forEach === null) ? [] : [itemsPath];
  const own = [
    effectsPath,
    newestPacketPath,
    openingLedgerPath,
    openingPacketPath,
    requestPath,
    ...asked,
    ...listed,
    workflowPath,
  ].map((path) => file(path(session)));
  const opened = folder(`${sessionFolder(session)}/${OPENED_FOLDER}` as RepoPath);
  return [
    ...way,
    status,
    opened,
    ...own,
    ...where.phases.flatMap(({ number, phase }) => wantedIn(session, number, phase)),
    ...(await roundsOf(world.repository, record)),
    ...where.phases.flatMap((row) => roundOf(record, row)),
  ];
}

/** Where what a phase hands in is moved if it is opened again. */
const roundOf = ({ workflow, session }: SessionRecord, { number, phase, round }: Row): readonly Wanted[] =>
  hasRounds(workflow, phase) ? [folder(roundFolder(session, number, phase, round))] : [];

/** What rounds that are over have left of the engine's. */
async function roundsOf(
  repository: Objects,
  { workflow, session, tree }: SessionRecord,
): Promise<readonly Wanted[]> {
  if (workflow.phases.every(({ loop }) => loop === null)) return [];
  const listed = await repository.list(tree, sessionFolder(session));
  const left = listed.filter(({ path }) => ledgerFolder(session, path)?.includes('/') === true);
  return left.flatMap(({ path }) => [folder(path.slice(0, path.lastIndexOf('/')) as RepoPath), file(path)]);
}

const wantedIn = (session: Drive['session'], number: number, phase: PhaseId): readonly Wanted[] => [
  folder(phaseFolder(session, number, phase)),
  ...[recordPath, packetPath, ledgerPath, handoffPath, questionPath].map((path) =>
    file(path(session, number, phase)),
  ),
];
