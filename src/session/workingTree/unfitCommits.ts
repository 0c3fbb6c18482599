import type { CommitId } from '../../model/names/ids.ts';
import { planCapture } from '../../model/capture/planCapture.ts';
import type { Context, AtTip } from '../drive.ts';
import type { Brought } from '../ports.ts';
import { MOST_SCANNED } from './captureWork.ts';
import { describeSecret } from './withoutSecrets.ts';

/** Why commits must not become part of a session. */
export interface Unfit {
  /** `secret`: no ref of ours may keep them. `large`: a rescue may. */
  readonly because: 'secret' | 'large';
  /** `path (why)` */
  readonly files: readonly string[];
}

/**
 * Checks every file of every commit from the tip to `head` as a capture checks those on disk. What no checkpoint may hold must
 * not come in through its second parent either, even if a later commit removes it.
 */
export async function unfitCommits(drive: AtTip, head: CommitId): Promise<Unfit | null> {
  const { repository } = drive.world;
  const secret: string[] = [];
  const large: string[] = [];
  for (const file of await repository.brought(head, drive.record.commit)) {
    const tracked = (await repository.entry(drive.record.tree, file.path)) !== null;
    const why = await secretIn(drive, file, tracked);
    if (why !== null) secret.push(`${file.path} (${why})`);
    else if (!tracked && file.bytes > drive.world.settings.maxFileBytes)
      large.push(`${file.path} (${Math.round(file.bytes / 1_000_000)} MB)`);
  }
  if (secret.length > 0) return { because: 'secret', files: secret };
  return large.length > 0 ? { because: 'large', files: large } : null;
}

async function secretIn(
  { world: { repository, secrets } }: Context,
  { path, blob, bytes }: Brought,
  tracked: boolean,
): Promise<string | null> {
  const candidate = { path, change: 'added', kind: 'file', bytes, tracked } as const;
  const [byName] = planCapture([candidate], { maxBytes: Number.POSITIVE_INFINITY }).leave;
  if (byName !== undefined) return byName.why;
  if (bytes > MOST_SCANNED) return null;
  const [hit] = await secrets.scan(path, await repository.readBlob(blob));
  return hit === undefined ? null : describeSecret(hit);
}
