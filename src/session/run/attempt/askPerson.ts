import type { PermissionReply, PermissionRequest } from '../../../model/agent/permissionRequest.ts';
import type { Drive } from '../../drive.ts';

const POLL_MS = 150;

/**
 * Asks whoever sits at a window or terminal, and waits as long as it takes. Null once no answer is needed: the attempt is over,
 * or `known` has one from elsewhere.
 */
export async function askPerson(
  { state, world }: Pick<Drive, 'state' | 'world'>,
  request: PermissionRequest,
  known: () => PermissionReply | null,
  gone: AbortSignal,
): Promise<PermissionReply | null> {
  await state.permissions.ask(request);
  world.onProgress({ type: 'asks', request });
  try {
    while (!gone.aborted) {
      const reply = (await state.permissions.answerTo(request.id)) ?? known();
      if (reply !== null) return reply;
      // The sleep ends with the attempt.
      await world.clock.sleep(POLL_MS, gone).catch(() => undefined);
    }
    return null;
  } finally {
    await state.permissions.close(request.id);
    world.onProgress({ type: 'asked', id: request.id });
  }
}
