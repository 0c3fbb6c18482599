import { MOST_FILE_BYTES } from '../../model/checkpoint/mostBytes.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { Trailers } from '../../model/checkpoint/trailers.ts';
import { trailersFor } from '../../model/checkpoint/trailersFor.ts';
import { renderCheckpoint } from '../../model/checkpoint/checkpointMessage.ts';
import { renderEffectsRecord, type EffectsRecord } from '../../model/effects/effectsRecord.ts';
import { tallyEffects } from '../../model/effects/effectState.ts';
import type { BlobId, CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import { bytesOf } from '../../model/text/losslessText.ts';
import { mustReadBack } from '../../model/parsing/mustReadBack.ts';
import { renderPhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import {
  effectsPath,
  ledgerPath,
  newestPacketPath,
  packetPath,
  recordPath,
  statusPath,
} from '../../model/names/places.ts';
import { renderStatus } from '../../model/status/renderStatus.ts';
import type { Status } from '../../model/status/status.ts';
import type { Context, AtTip } from '../drive.ts';
import type { Mode, TreeEntry } from '../ports.ts';
import { rowOf, rowsGone } from '../record/rows.ts';
import { newPlaces } from '../record/newPlaces.ts';
import { tell } from '../tell.ts';
import { withoutSecrets } from '../workingTree/withoutSecrets.ts';
import { withBaseline } from './withBaseline.ts';
import { workToHold, type NewCheckpoint } from './newCheckpoint.ts';

const TOLD_BYTES = 64 * 1024;

/** A new checkpoint together with the current effect record, and the records that go with their rows. */
type WithEffects = NewCheckpoint & { readonly effects: EffectsRecord; readonly gone: readonly TreeEntry[] };

/**
 * The commit of a checkpoint: the published tree with the records of the engine on it. Nothing points at it yet.
 *
 * @param second its second parent: held work, or what somebody committed in the working tree
 *
 * @throws `data/too-large`, `internal/unfit-record`
 */
export async function composeCheckpoint(
  drive: AtTip,
  given: WithEffects,
  status: Status,
  second: CommitId | null,
): Promise<CommitId> {
  const { repository } = drive.world;
  const next = await withBaseline(drive, given);
  const files = ownFiles(drive, next, status);
  mustReadBack(files);
  tellSize(drive, files);
  const published = publishedBy(drive, next);
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode } | null>(
    await newPlaces(repository, published, drive.session, status.rows),
  );
  for (const { path } of next.gone) edits.set(path, null);
  for (const [from, to] of next.moves ?? []) {
    const entry = await repository.entry(published, from);
    if (entry === null) continue;
    edits.set(from, null);
    edits.set(to, { blob: entry.blob, mode: entry.mode });
  }
  // Last: a file of this checkpoint may come to lie where an older one is moved to.
  await Promise.all(
    [...files].map(async ([path, text]) =>
      edits.set(path, { blob: await repository.writeBlob(bytesOf(text)), mode: '100644' }),
    ),
  );
  // The body may quote an agent or a check on why an attempt failed.
  const body = await withoutSecrets(drive.world.secrets, 'the message', next.body);
  return repository.commit({
    tree: await repository.refuseUnsafe(await repository.compose(published, edits)),
    parents: second === null ? [drive.record.commit] : [drive.record.commit, second],
    message: renderCheckpoint(next.subject, body, trailersOf(drive, next, status)),
    at: status.updated,
  });
}

/** A record goes with its row: whoever comes to have its place begins with nothing of it. */
export async function recordsGone(
  { world: { repository }, session, record }: AtTip,
  next: NewCheckpoint,
): Promise<readonly TreeEntry[]> {
  const published = publishedBy({ record }, next);
  const gone = rowsGone((next.older ?? record).status.rows, next.rows);
  const entries = gone.map(({ number, phase }) =>
    repository.entry(published, recordPath(session, number, phase)),
  );
  return (await Promise.all(entries)).flatMap((entry) => entry ?? []);
}

/** @throws `data/too-large` */
function tellSize({ world }: Context, files: ReadonlyMap<RepoPath, string>): void {
  let sum = 0;
  for (const [path, text] of files) {
    const { length: bytes } = bytesOf(text);
    // Each by itself: a stop, a round and a plan write the records of many phases, and how many there are must not end the session.
    if (bytes > MOST_FILE_BYTES)
      throw new CairnError('data/too-large', { what: path, bytes, limit: MOST_FILE_BYTES });
    sum += bytes;
  }
  if (sum > TOLD_BYTES) tell(world, { notice: 'large-records', bytes: sum });
}

/** Work that is held is in the tree of no checkpoint. */
const publishedBy = ({ record }: Pick<AtTip, 'record'>, { work }: NewCheckpoint): TreeId =>
  work !== 'unchanged' && 'publish' in work ? work.publish : record.tree;

function ownFiles(drive: Context, next: WithEffects, status: Status): ReadonlyMap<RepoPath, string> {
  const { session } = drive;
  const files = new Map<RepoPath, string>(next.files);
  files.set(statusPath(session), renderStatus(status));
  files.set(effectsPath(session), renderEffectsRecord(next.effects));
  for (const changed of [...(next.record === undefined ? [] : [next.record]), ...(next.records ?? [])]) {
    const { inherited: _ofTheOther, ...record } = changed;
    const { number, phase } = rowOf(status.rows, record.phase);
    files.set(
      recordPath(session, number, phase),
      renderPhaseRecord({ ...record, seq: status.seq, effects: tallyEffects(next.effects, phase) }),
    );
  }
  const row = status.rows.find((candidate) => candidate.phase === next.phase);
  if (row !== undefined && next.packet !== undefined) {
    files.set(packetPath(session, row.number, row.phase), next.packet);
    if (next.ledger !== undefined) {
      files.set(ledgerPath(session, row.number, row.phase), next.ledger);
      files.set(newestPacketPath(session), next.packet);
    }
  }
  return files;
}

function trailersOf(drive: AtTip, next: WithEffects, status: Status): Trailers {
  const [newest] = drive.history;
  return trailersFor(status, {
    kind: next.kind,
    phase: next.phase,
    attempt: next.attempt,
    effects: next.effects.effects.length,
    engine: drive.world.engine,
    // On every checkpoint of a fork, since `list` reads only the tip.
    forkedFrom: newest?.trailers.forkedFrom ?? null,
    held: workToHold(next.work) === null ? null : (next.record?.held?.commit ?? null),
    restored: next.restored ?? null,
  });
}
