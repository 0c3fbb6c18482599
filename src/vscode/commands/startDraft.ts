import type { SessionId } from '../../model/names/ids.ts';
import { titleOf } from '../../model/text/title.ts';
import type { Notice } from '../../session/notice.ts';
import type { StartOptions } from '../../session/api/run.ts';
import type { RepositorySessions } from '../cairns.ts';
import type { Begun } from '../window/beginAct.ts';
import type { SessionKey } from '../state/windowState.ts';
import type { Desk } from './desk.ts';
import { keepRequest } from './keptRequest.ts';
import { tellError } from './tellError.ts';

/** The answers so far, so that a step finds its old answer when the person goes back. */
export interface Draft {
  readonly workflow: string;
  readonly request: string;
  /** What was said so far, by name; also of a workflow that was chosen before. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly inPlace: boolean;
  readonly withChanges: boolean;
  /** Worth knowing about the repository but no obstacle. */
  readonly told: readonly Notice[];
}

/** What a start would find, and the id that its session gets. */
export interface Ahead {
  readonly draft: Draft;
  readonly session: SessionId;
  readonly uncommitted: readonly string[];
  /** What shows it as starting; null where something is still to be asked. */
  readonly begun: Begun | null;
}

/**
 * What a start of this draft would find, and its id. Most find nothing that is uncommitted: then this was the last answer, so
 * the session is shown as starting while we look, and a person may call it off. After a refusal the step is asked again.
 */
export async function lookAhead(
  desk: Desk,
  repository: RepositorySessions,
  draft: Draft,
): Promise<Ahead | 'cancelled' | 'refused'> {
  const session = repository.newSession(draft.request);
  const key = { repository: repository.key, session };
  const begun = showStarting(desk, key, draft);
  keepRequest(desk, key, draft.request);
  const cancelled = new Promise<'cancelled'>((resolve) => begun.cancelBy(() => resolve('cancelled')));
  const preview = await Promise.race([previewStart(desk, key, draft, begun), cancelled]);
  const found = typeof preview === 'string' ? null : preview;
  const uncommitted = draft.inPlace ? [] : (found?.uncommitted ?? []);
  const isLast = found !== null && uncommitted.length === 0;
  if (!isLast) begun.over();
  if (typeof preview === 'string') return preview;
  return { draft: { ...draft, told: preview.told }, session, uncommitted, begun: isLast ? begun : null };
}

/** The row of a session that is asked for; it becomes the session, or goes when there will be none. */
export const showStarting = ({ store }: Desk, key: SessionKey, { request }: Draft): Begun =>
  store.begin(key, 'start', titleOf(request));

type Preview = Awaited<ReturnType<RepositorySessions['api']['previewStart']>>;

/**
 * Reports refusals (a merge under way, a missing agent) before anything is written. The step is asked again then, so that
 * nothing typed is lost and the person can fix the cause meanwhile.
 */
async function previewStart(
  desk: Desk,
  { repository, session }: SessionKey,
  draft: Draft,
  begun: Begun,
): Promise<Preview | 'refused'> {
  try {
    await desk.store.refresh();
    return await desk.store.repository(repository).api.previewStart(startOptions(draft, session));
  } catch (error) {
    if (!begun.isCancelled) void tellError(desk.log, error);
    return 'refused';
  }
}

export function startOptions(
  { workflow, request, inputs, inPlace, withChanges }: Draft,
  session: SessionId,
): StartOptions {
  return {
    workflow,
    request,
    inputs,
    id: session,
    inPlace,
    base: null,
    withChanges,
    until: null,
    // Whoever answered where the work should happen has read who does it.
    byHand: true,
  };
}
