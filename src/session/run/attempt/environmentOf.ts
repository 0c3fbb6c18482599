import { join } from 'node:path';
import type { RepoPath } from '../../../model/names/ids.ts';
import { phaseEnvironment } from '../../../model/attempt/phaseEnvironment.ts';
import { phaseFolder, requestPath, sessionFolder } from '../../../model/names/places.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { AtTip, Drive } from '../../drive.ts';
import { itemFile } from './itemFile.ts';

/** The environment of agents, checks and setup commands; `row: null` outside any phase. */
export async function environmentOf(
  drive: AtTip & Pick<Drive, 'checkout'>,
  row: StatusRow | null,
  files: { readonly packet: RepoPath | null; readonly prompt: string | null },
): Promise<Readonly<Record<string, string>>> {
  const { world, session, root, record } = drive;
  return phaseEnvironment(world.env, {
    session,
    phase: row?.phase ?? null,
    attempt: row?.attempt ?? null,
    round: row?.round ?? null,
    slot: drive.checkout.slot,
    root,
    sessionDir: join(root, sessionFolder(session)),
    phaseDir: row === null ? null : join(root, phaseFolder(session, row.number, row.phase)),
    item: row === null ? null : await itemFile(drive, row),
    packet: files.packet === null ? null : join(root, files.packet),
    request: join(root, requestPath(session)),
    inputs: record.inputs,
    prompt: files.prompt,
    launcher: await world.launcher(),
    pathDelimiter: world.pathDelimiter,
  });
}
