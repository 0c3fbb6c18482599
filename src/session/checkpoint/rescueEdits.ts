import { listed } from '../../base/listed.ts';
import type { BlobId, RefName, RepoPath } from '../../model/names/ids.ts';
import { sessionFolder } from '../../model/names/places.ts';
import type { AtTip } from '../drive.ts';
import { setAside } from '../workingTree/setAside.ts';
import { tell } from '../tell.ts';

/** A file of the engine that somebody else wrote, as it is on disk. */
export interface Edited {
  readonly path: RepoPath;
  readonly bytes: Uint8Array;
}

/**
 * Sets aside what somebody wrote into the engine's own files before they are rendered over, and tells it. What holds
 * a secret is not kept, because no rescue keeps one: that is told too.
 */
export async function rescueEdits(drive: AtTip, edits: readonly Edited[]): Promise<void> {
  if (edits.length === 0) return;
  const { world, record, session } = drive;
  const kept = new Map<RepoPath, { blob: BlobId; mode: '100644' }>();
  const secret: string[] = [];
  for (const { path, bytes } of edits) {
    if ((await world.secrets.scan(path, bytes)).length > 0) secret.push(path);
    else kept.set(path, { blob: await world.repository.writeBlob(bytes), mode: '100644' });
  }
  const names = edits.map(({ path }) => path.slice(sessionFolder(session).length + 1));
  const ref = kept.size === 0 ? null : await keep(drive, kept, names);
  tell(world, { notice: 'records-rendered', files: names, seq: record.status.seq, rescue: ref, secret });
}

async function keep(
  { world, record, session }: AtTip,
  kept: ReadonlyMap<RepoPath, { readonly blob: BlobId; readonly mode: '100644' }>,
  names: readonly string[],
): Promise<RefName> {
  return setAside(world, {
    session,
    parent: record.commit,
    tree: await world.repository.compose(record.tree, kept),
    why: `Edits of ${listed(names)}, which the engine rendered again.`,
    reason: `records@${record.status.seq}`,
  });
}
