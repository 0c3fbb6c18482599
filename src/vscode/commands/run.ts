import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { titleOf } from '../../model/text/title.ts';
import {
  PLAIN_RESUME,
  type ResumeOptions,
  type RunRequest,
  type StartOptions,
} from '../../session/api/run.ts';
import type { SaidOutcome } from '../../sentences/outcomeSentence.ts';
import type { RepositorySessions } from '../cairns.ts';
import { sentenceOf } from '../window/sentenceOf.ts';
import type { Chosen } from './chooseSession.ts';
import type { Desk } from './desk.ts';
import { offerInstead } from '../window/offers.ts';
import { askTrust } from './askTrust.ts';
import { tellError } from './tellError.ts';
import { confirms } from '../window/messages.ts';
import { showBusy } from '../window/showBusy.ts';

/**
 * Hands a run to the runner and returns as soon as it is under way. The store learns where it stops; `onEnd` is for what the
 * store cannot know.
 */
export async function run(
  desk: Desk,
  repository: RepositorySessions,
  request: RunRequest,
  onEnd: (outcome: SaidOutcome) => void = () => {},
): Promise<void> {
  const starting = request.verb === 'start' ? showStarting(desk, repository.key, request.options) : null;
  try {
    const launched = await showBusy(() => repository.launch(request));
    void launched.ended.then(
      async (outcome) => {
        await desk.store.refresh();
        starting?.ended();
        if (outcome.reason === 'lease-held')
          await offerInstead(desk, { repository: repository.key, session: outcome.session }, null);
        onEnd(outcome);
      },
      (error: unknown) => {
        starting?.ended();
        return endedWith(desk, repository, request, error);
      },
    );
    await desk.store.refresh();
    if (request.verb === 'start')
      await desk.tree.show({ repository: repository.key, session: launched.session });
  } catch (error) {
    starting?.ended();
    await endedWith(desk, repository, request, error);
  }
}

/** The row of a session that is asked for is there at once; it becomes the session, or goes when there will be none. */
function showStarting(
  { store }: Desk,
  repository: string,
  { id, request }: StartOptions,
): { ended(): void } | null {
  if (id === null) return null;
  const session = id as SessionId;
  store.noteStarting({ repository, session }, titleOf(request));
  return { ended: () => store.noteStarting({ repository, session }, null) };
}

/** Goes on with a session. */
export const resume = (
  desk: Desk,
  { repository, key }: Chosen,
  options: Partial<ResumeOptions> = {},
  onEnd?: (outcome: SaidOutcome) => void,
): Promise<void> =>
  run(
    desk,
    repository,
    { verb: 'resume', session: key.session, options: { ...PLAIN_RESUME, ...options } },
    onEnd,
  );

/** When a run was refused because it needs a person's word, asks for it and goes on. */
async function endedWith(
  desk: Desk,
  repository: RepositorySessions,
  request: RunRequest,
  error: unknown,
): Promise<void> {
  if (CairnError.is(error, 'lease/held') && request.verb === 'resume')
    return offerInstead(desk, { repository: repository.key, session: request.session }, error);
  await desk.store.refresh();
  if (request.verb !== 'resume') return tellError(desk.log, error);
  const goOn = (answer: Partial<ResumeOptions>): Promise<void> =>
    run(desk, repository, { ...request, options: { ...request.options, ...answer } });
  if (CairnError.is(error, 'data/untrusted-commands')) {
    const { details } = error;
    if (await askTrust(repository, details)) await goOn({ trust: true, shown: details.hash });
    return;
  }
  const asked = questionFor(error);
  if (asked === null) return tellError(desk.log, error);
  const { message, detail, hint } = sentenceOf(error);
  const shown = [detail, hint].filter((part) => part !== '').join('\n\n');
  if (await confirms(message, shown, asked.verb)) await goOn(asked.answer);
}

function questionFor(
  error: unknown,
): { readonly verb: string; readonly answer: Partial<ResumeOptions> } | null {
  if (CairnError.is(error, 'repo/plan-changed'))
    return { verb: 'Accept the New Plan', answer: { acceptPlan: true } };
  if (CairnError.is(error, 'data/untrusted-tip'))
    // What the session would run is a separate question, if it is not trusted.
    return { verb: 'Trust These Commits', answer: { trust: true, shown: '' } };
  if (CairnError.is(error, 'repo/behind-remote')) return { verb: 'Go On Here', answer: { here: true } };
  if (CairnError.is(error, 'repo/head-moved')) return { verb: 'Go On Here', answer: { here: true } };
  return null;
}
