import { inOrder } from '../../base/inOrder.ts';
import { inClosingOrder, parsePhaseRecord, type PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { foldLedgers } from '../../model/ledger/foldLedgers.ts';
import type { Ledger, PlacedLedger } from '../../model/ledger/ledger.ts';
import { ledgerOfOpening, ledgerOfRecord } from '../../model/ledger/ledgerOfRecord.ts';
import { glanceLedger, parseLedger } from '../../model/ledger/parseLedger.ts';
import { withMovedPointers } from '../../model/ledger/pointers.ts';
import type { BlobId, CommitId, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import {
  handoffPath,
  ledgerFolder,
  ledgerPath,
  newestPacketPath,
  OPENED_FOLDER,
  openingLedgerPath,
  openingPacketPath,
  packetPath,
  phaseFolderName,
  recordPath,
  sessionFolder,
} from '../../model/names/places.ts';
import { whyNoFile } from '../../model/names/whyNoFile.ts';
import { SCHEMA } from '../../model/parsing/schema.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Objects } from '../ports.ts';
import { textOrNull } from './text.ts';

/** A ledger of a tree; `isWritten` false if nothing has written it yet: what it says is what else is there of its phase. */
export interface FoundLedger extends PlacedLedger {
  readonly path: RepoPath;
  readonly isWritten: boolean;
}

interface Of {
  readonly session: SessionId;
  readonly rows: readonly StatusRow[];
}

/** The ledgers in a tree, and those of its closed phases that had none when they were written (schema 1). */
export async function readLedgers(
  repository: Objects,
  at: CommitId | TreeId,
  of: Of,
): Promise<readonly FoundLedger[]> {
  const { session } = of;
  const listed = (await repository.list(at, sessionFolder(session))).filter(
    (entry) => whyNoFile(entry) === null,
  );
  const blobs = new Map(listed.map(({ path, blob }) => [path, blob]));
  const paths = listed.map(({ path }) => path).filter((path) => ledgerFolder(session, path) !== null);
  const texts = await inOrder(paths.map((path) => textAt(repository, blobs, path)));
  const found: FoundLedger[] = [];
  const spoilt = new Map<RepoPath, string>();
  for (const [index, path] of paths.entries()) {
    const text = texts[index] ?? '';
    const read = parseLedger(path, text);
    const folder = ledgerFolder(session, path) ?? '';
    const isBeside = (file: string): boolean =>
      blobs.has(`${sessionFolder(session)}/${folder}/${file}` as RepoPath);
    if (read.ok)
      found.push(withMovedPointers({ path, folder, ledger: read.value, isWritten: true }, isBeside));
    else spoilt.set(path, text);
  }
  const opening = openingLedgerPath(session);
  if (!found.some(({ path }) => path === opening)) {
    const packet =
      (await textAt(repository, blobs, openingPacketPath(session))) ??
      (await textAt(repository, blobs, newestPacketPath(session)));
    const ledger = packet === null ? null : ledgerOfOpening(packet);
    if (ledger !== null)
      found.unshift({ path: opening, folder: OPENED_FOLDER, ledger, isWritten: blobs.has(opening) });
  }
  for (const left of await withoutLedger(repository, blobs, of, found)) {
    const { path, folder } = left;
    const ledger = ledgerOfRecord(left, foldLedgers(session, found));
    const text = spoilt.get(path);
    found.push({ path, folder, ledger: asSpoilt(ledger, text), isWritten: text !== undefined });
  }
  return found;
}

/** What can be made out of a file that is no ledger any more. */
function asSpoilt(ledger: Ledger, text: string | undefined): Ledger {
  const seen = text === undefined ? null : glanceLedger(text);
  return seen === null || seen.items.length === 0 ? ledger : { ...ledger, ...seen, schema: SCHEMA };
}

/** Closed phases without a ledger that can be read, in the order in which they were closed. */
async function withoutLedger(
  repository: Objects,
  blobs: ReadonlyMap<RepoPath, BlobId>,
  { session, rows }: Of,
  found: readonly FoundLedger[],
): Promise<readonly (Parameters<typeof ledgerOfRecord>[0] & { readonly path: RepoPath })[]> {
  const known = new Set(found.map(({ path }) => path));
  const left: (Parameters<typeof ledgerOfRecord>[0] & { readonly path: RepoPath })[] = [];
  for (const { status, number, phase } of rows) {
    const path = ledgerPath(session, number, phase);
    if (status !== 'done' || known.has(path)) continue;
    const at = recordPath(session, number, phase);
    const record = readRecordOf(at, await textAt(repository, blobs, at));
    if (record === null) continue;
    left.push({
      path,
      folder: phaseFolderName(number, phase),
      record,
      handoff: await textAt(repository, blobs, handoffPath(session, number, phase)),
      packet: await textAt(repository, blobs, packetPath(session, number, phase)),
    });
  }
  return left.toSorted((a, b) => inClosingOrder(a.record, b.record));
}

function readRecordOf(path: RepoPath, text: string | null): PhaseRecord | null {
  const read = text === null ? null : parsePhaseRecord(path, text);
  return read?.ok === true ? read.value : null;
}

/** Null where there is no such file, or it is no text. */
async function textAt(
  repository: Objects,
  blobs: ReadonlyMap<RepoPath, BlobId>,
  path: RepoPath,
): Promise<string | null> {
  const blob = blobs.get(path);
  return blob === undefined ? null : textOrNull(await repository.readBlob(blob));
}
