import type { BlobId, RefName, RepoPath } from '../../model/names/ids.ts';
import { sessionFolder } from '../../model/names/places.ts';
import type { Drive } from '../drive.ts';
import { setAside } from '../workingTree/setAside.ts';
import { listed, tell } from '../tell.ts';

/** A file of the engine's that somebody else wrote, as it lies on disk. */
export interface Edited {
  readonly path: RepoPath;
  readonly bytes: Uint8Array;
}

/**
 * Sets aside what somebody wrote into the engine's own files before they are rendered over, and tells it. What holds
 * a secret is not kept, because no rescue keeps one: that is told too.
 */
export async function rescueEdits(drive: Drive, edits: readonly Edited[]): Promise<void> {
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
  const where = ref === null ? '' : ` What was written is kept in ${ref}.`;
  const lost = secret.length === 0 ? '' : ` Not kept, because it holds a secret: ${listed(secret)}.`;
  tell(
    world,
    `${listed(names)} ${names.length === 1 ? 'is' : 'are'} the engine's and rendered again from checkpoint ${record.status.seq}.${where}${lost}`,
  );
}

async function keep(
  { world, record, session }: Drive,
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
