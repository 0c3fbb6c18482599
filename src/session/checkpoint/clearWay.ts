import type { PhaseId, RepoPath } from '../../model/names/ids.ts';
import {
  CAIRN_FOLDER,
  effectsPath,
  inputsPath,
  handoffPath,
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
  sessionFolder,
  SESSIONS_FOLDER,
  statusPath,
  workflowPath,
} from '../../model/names/places.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { AtTip, Drive } from '../drive.ts';
import { tell } from '../tell.ts';

/** Which places of the session to check: the path to STATUS.md, one phase as well, or all. */
type Where = 'status' | 'all' | Pick<StatusRow, 'number' | 'phase'>;

/**
 * Moves aside what stands where a folder or file of the session has to be: a link in the place of a folder, a link, a folder or
 * a pipe in that of a file. Nothing could be written there, and what lies behind a link is part of no checkpoint. The drive
 * remembers it for the gate.
 */
export async function clearWay(drive: Drive, where: Where): Promise<void> {
  const { world, root, lease } = drive;
  for (const { path, wanted } of placesOf(drive, where)) {
    const found = await world.files.kind(root, path);
    if (found === null || found.kind === wanted) continue;
    await lease.confirm();
    const obstacle = { path, was: found.kind, to: await world.files.moveAside(root, path) };
    drive.checkout.obstacles = [...drive.checkout.obstacles, obstacle];
    tell(world, { notice: 'in-the-way', obstacle });
  }
}

interface Place {
  readonly path: RepoPath;
  readonly wanted: 'file' | 'folder';
}

const folder = (path: RepoPath): Place => ({ path, wanted: 'folder' });
const file = (path: RepoPath): Place => ({ path, wanted: 'file' });

/** Folders come before their contents. */
function placesOf({ session, record }: AtTip, where: Where): readonly Place[] {
  const way = [CAIRN_FOLDER, SESSIONS_FOLDER, sessionFolder(session)].map(folder);
  const status = file(statusPath(session));
  if (where === 'status') return [...way, status];
  const rows = where === 'all' ? record.status.rows : [where];
  const asked = record.workflow.inputs.length === 0 ? [] : [inputsPath];
  const own = [
    effectsPath,
    newestPacketPath,
    openingLedgerPath,
    openingPacketPath,
    requestPath,
    ...asked,
    workflowPath,
  ].map((path) => file(path(session)));
  const opened = folder(`${sessionFolder(session)}/${OPENED_FOLDER}` as RepoPath);
  return [
    ...way,
    status,
    opened,
    ...own,
    ...rows.flatMap(({ number, phase }) => placesIn(session, number, phase)),
  ];
}

const placesIn = (session: Drive['session'], number: number, phase: PhaseId): readonly Place[] => [
  folder(phaseFolder(session, number, phase)),
  ...[recordPath, packetPath, ledgerPath, handoffPath, questionPath].map((path) =>
    file(path(session, number, phase)),
  ),
];
