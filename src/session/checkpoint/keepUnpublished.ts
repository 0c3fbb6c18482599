import { CairnError } from '../../base/cairnError.ts';
import type { CommitId } from '../../model/names/ids.ts';
import type { AtTip } from '../drive.ts';
import { tell } from '../tell.ts';
import { setAside, type Aside } from '../workingTree/setAside.ts';
import type { NewCheckpoint } from './newCheckpoint.ts';

/** Keeps bytes in a rescue that git's conversions would not give back. */
export async function keepRaw(drive: AtTip, { normalised = [], work }: NewCheckpoint): Promise<void> {
  if (normalised.length === 0 || work === 'unchanged') return;
  const tree = 'hold' in work ? work.hold : work.publish;
  const { world, session, record, root } = drive;
  const raw: NonNullable<Aside['raw']>[number][] = [];
  for (const path of normalised) {
    const bytes = await world.files.read(root, path);
    const entry = await world.repository.entry(tree, path);
    if (bytes !== null && entry !== null) raw.push({ path, bytes, mode: entry.mode });
  }
  const ref = await setAside(world, {
    session,
    parent: record.commit,
    tree,
    raw,
    why: 'Bytes as they were on disk, where git stores others.',
    reason: `normalised@${record.status.seq + 1}`,
  });
  tell(world, { notice: 'bytes-kept', files: normalised, rescue: ref });
}

/** Somebody else was faster: sets aside what we could not publish (failure A31). */
export async function keepRefused(
  drive: AtTip,
  commit: CommitId,
  also: CommitId | null,
): Promise<CairnError> {
  const { world, session, record, lease } = drive;
  const { tree } = await world.repository.commitEntry(commit);
  const ref = await setAside(world, {
    session,
    parent: record.commit,
    ...(also === null ? {} : { also }),
    tree,
    why: `Could not be published as checkpoint ${record.status.seq + 1}: somebody else had gone on with the session.`,
    reason: `refused@${record.status.seq + 1}`,
  });
  tell(world, { notice: 'refused-kept', rescue: ref });
  const now = await world.leases.peek(session);
  if (now.held && now.epoch > lease.epoch)
    return new CairnError('lease/held', { session, holder: now.by, since: now.since });
  const found = await world.repository.tip(drive.ref);
  return new CairnError('lease/overtaken', { ref: drive.ref, expected: record.commit, found });
}
