import { CairnError } from '../../base/cairnError.ts';
import type { CheckpointKind } from '../../model/checkpoint/trailers.ts';
import type { CommitId, SessionId } from '../../model/names/ids.ts';
import type { Context } from '../drive.ts';
import type { World } from '../world.ts';

/** A published checkpoint and how long it took, from the first look at the work until the ref had moved. */
export interface Published {
  readonly kind: CheckpointKind;
  readonly seq: number;
  readonly commit: CommitId;
  /** Milliseconds. */
  readonly ms: number;
}

/** Logs that a checkpoint was published. `began`: on the monotonic clock. */
export function logPublished(
  { log, clock }: Pick<World, 'log' | 'clock'>,
  of: Omit<Published, 'ms'> & { readonly session: SessionId; readonly began: number },
): Published {
  const { session, kind, seq, commit, began } = of;
  const published = { kind, seq, commit, ms: Math.round(clock.monotonic() - began) };
  log.info('checkpoint published', { session, ...published });
  return published;
}

/** Logs and journals that publishing failed, and why. */
export async function logFailed(
  { world, session, state }: Context,
  { kind, seq, began }: { readonly kind: CheckpointKind; readonly seq: number; readonly began: number },
  error: unknown,
): Promise<void> {
  const ms = Math.round(world.clock.monotonic() - began);
  const why = error instanceof CairnError ? error.code : String(error);
  world.log.warn('checkpoint not published', { session, kind, seq, ms, why });
  // If even this cannot be written (full disk, lost lease), the thrown error says why.
  await state
    .journal({ type: 'checkpoint-failed', at: world.clock.now(), kind, seq, ms, why })
    .catch(() => undefined);
}
