import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { Ancestry, Ref } from '../ports.ts';
import type { Warning } from '../warning.ts';
import type { World } from '../world.ts';

/**
 * What a session added to the repository: its checkpoints and what else it keeps under refs of its own, beyond what it began
 * on (of a fork the checkpoint that it began on, too). Bytes; null where this clone cannot say.
 *
 * @param kept its refs besides the branch
 */
export async function addedBytes(
  { repository }: { readonly repository: Ancestry },
  { commit, session, status }: SessionRecord,
  history: readonly Checkpoint[],
  kept: readonly Pick<Ref, 'commit'>[],
): Promise<number | null> {
  const inherited = history.find(({ trailers }) => trailers.session !== session);
  return repository.addedBytes(
    [commit, ...kept.map((ref) => ref.commit)],
    [status.base, ...(inherited === undefined ? [] : [inherited.commit])],
  );
}

/** Warns about a session that grows large while something can still be done. */
export function sizeWarnings(
  { settings }: Pick<World, 'settings'>,
  bytes: number | null,
): readonly Warning[] {
  const limit = settings.warnAddedBytes;
  return bytes === null || bytes <= limit ? [] : [{ warning: 'added-much', bytes, limit }];
}
