import type { SessionId } from '../../model/names/ids.ts';
import { titleOf } from '../../model/text/title.ts';
import type { Notice } from '../../session/notice.ts';
import type { StartOptions } from '../../session/api/run.ts';
import type { RepositorySessions } from '../cairns.ts';
import type { Desk } from './desk.ts';
import { tellError } from './tellError.ts';

/** The answers so far, so that a step finds its old answer when the person goes back. */
export interface Draft {
  /** Null before anything is asked for. */
  readonly session: SessionId | null;
  readonly workflow: string;
  readonly request: string;
  readonly inPlace: boolean;
  readonly withChanges: boolean;
  /** Worth knowing about the repository but no obstacle. */
  readonly told: readonly Notice[];
}

/**
 * What a start of this draft would find, and its id. Most find nothing that is uncommitted: then this was the last answer, so
 * the session is shown as starting while we look. Null after a refusal: the step is asked again.
 */
export async function lookAhead(
  desk: Desk,
  repository: RepositorySessions,
  asked: Draft,
): Promise<{ readonly draft: Draft; readonly uncommitted: readonly string[] } | null> {
  const draft = { ...asked, session: repository.newSession(asked.request) };
  showStarting(desk, repository, draft, true);
  const preview = await previewStart(desk, repository.key, draft);
  const uncommitted = draft.inPlace ? [] : (preview?.uncommitted ?? []);
  if (preview === null || uncommitted.length > 0) showStarting(desk, repository, draft, false);
  return preview === null ? null : { draft: { ...draft, told: preview.told }, uncommitted };
}

export function showStarting(
  { store }: Desk,
  { key }: RepositorySessions,
  { session, request }: Draft,
  isStarting: boolean,
): void {
  if (session !== null)
    store.noteStarting({ repository: key, session }, isStarting ? titleOf(request) : null);
}

type Preview = Awaited<ReturnType<RepositorySessions['api']['previewStart']>>;

/**
 * Reports refusals (a merge under way, a missing agent) before anything is written. Null after a refusal: the step is asked
 * again, so that nothing typed is lost and the person can fix the cause meanwhile.
 */
async function previewStart(desk: Desk, key: string, draft: Draft): Promise<Preview | null> {
  try {
    await desk.store.refresh();
    return await desk.store.repository(key).api.previewStart(startOptions(draft));
  } catch (error) {
    void tellError(desk.log, error);
    return null;
  }
}

export function startOptions({ session, workflow, request, inPlace, withChanges }: Draft): StartOptions {
  return { workflow, request, id: session, inPlace, base: null, withChanges, until: null };
}
