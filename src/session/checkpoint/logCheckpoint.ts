import { CairnError } from '../../base/cairnError.ts';
import type { CheckpointKind } from '../../model/checkpoint/trailers.ts';
import type { CommitId, SessionId } from '../../model/names/ids.ts';
import type { Context } from '../drive.ts';
import type { World } from '../world.ts';

/** A checkpoint that was published, and how long that took: from the first look at what to publish until the ref had moved. */
export interface Published {
  readonly kind: CheckpointKind;
  readonly seq: number;
  readonly commit: CommitId;
  /** Milliseconds. */
  readonly ms: number;
}

/** Says in the log that a checkpoint was published. `began`: on the monotonic clock. */
export function logPublished(
  { log, clock }: Pick<World, 'log' | 'clock'>,
  of: Omit<Published, 'ms'> & { readonly session: SessionId; readonly began: number },
): Published {
  const { session, kind, seq, commit, began } = of;
  const published = { kind, seq, commit, ms: Math.round(clock.monotonic() - began) };
  log.info('checkpoint published', { session, ...published });
  return published;
}

/** Says in log and journal that there is no checkpoint, and why. */
export async function logFailed(
  { world, session, state }: Context,
  { kind, seq, began }: { readonly kind: CheckpointKind; readonly seq: number; readonly began: number },
  error: unknown,
): Promise<void> {
  const ms = Math.round(world.clock.monotonic() - began);
  const why = error instanceof CairnError ? error.code : String(error);
  world.log.warn('checkpoint not published', { session, kind, seq, ms, why });
  // Where even this cannot be written (a full disk, a lease that is another's by now), what is thrown says it.
  await state
    .journal({ type: 'checkpoint-failed', at: world.clock.now(), kind, seq, ms, why })
    .catch(() => undefined);
}
