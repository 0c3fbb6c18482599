import type { BlobId, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import { newestPacketPath, openingPacketPath, recordPath } from '../../model/names/places.ts';
import { parsePhaseRecord, type PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { renderLedger } from '../../model/ledger/renderLedger.ts';
import { bytesOf } from '../../model/text/losslessText.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Mode, Objects, ObjectWriter } from '../ports.ts';
import { readLedgers } from './ledgers.ts';
import { packetClosedLast } from './newestPacket.ts';
import { decode } from './text.ts';

export type FileEdits = ReadonlyMap<RepoPath, { readonly blob: BlobId; readonly mode: Mode }>;

/**
 * What a tree of schema 1 lacks: the ledgers of its closed phases and of the beginning, the opening packet at its own place, and
 * the newest one where that was. Nothing for a tree that has them.
 */
export async function newPlaces(
  repository: Objects & ObjectWriter,
  tree: TreeId,
  session: SessionId,
  rows: readonly StatusRow[],
): Promise<FileEdits> {
  const edits = new Map<RepoPath, { readonly blob: BlobId; readonly mode: Mode }>();
  if ((await repository.entry(tree, openingPacketPath(session))) !== null) return edits;
  const opening = await repository.entry(tree, newestPacketPath(session));
  if (opening === null) return edits;
  const put = (path: RepoPath, blob: BlobId): void => void edits.set(path, { blob, mode: '100644' });
  put(openingPacketPath(session), opening.blob);
  const records = await recordsIn(repository, tree, session, rows);
  const newest = await repository.entry(tree, packetClosedLast({ session, status: { rows }, records }));
  if (newest !== null) put(newestPacketPath(session), newest.blob);
  for (const { path, ledger, isWritten } of await readLedgers(repository, tree, { session, rows }))
    if (!isWritten) put(path, await repository.writeBlob(bytesOf(renderLedger(ledger))));
  return edits;
}

async function recordsIn(
  repository: Objects,
  tree: TreeId,
  session: SessionId,
  rows: readonly StatusRow[],
): Promise<ReadonlyMap<StatusRow['phase'], PhaseRecord>> {
  const records = new Map<StatusRow['phase'], PhaseRecord>();
  for (const { phase, number } of rows) {
    const path = recordPath(session, number, phase);
    const bytes = await repository.read(tree, path);
    const read = bytes === null ? null : parsePhaseRecord(path, decode(bytes));
    if (read?.ok === true) records.set(phase, read.value);
  }
  return records;
}
