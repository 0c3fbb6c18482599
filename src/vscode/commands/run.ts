import { CairnError } from '../../base/cairnError.ts';
import { PLAIN_RESUME, type ResumeOptions, type RunRequest } from '../../session/api/run.ts';
import type { SaidOutcome } from '../../sentences/outcomeSentence.ts';
import type { Launched, RepositorySessions } from '../cairns.ts';
import { isDriven } from '../state/acts.ts';
import { findSession, isFinished } from '../state/windowState.ts';
import type { Begun } from '../window/beginAct.ts';
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
 *
 * @param begun shows it as under way, until it is seen
 */
export async function run(
  desk: Desk,
  repository: RepositorySessions,
  request: RunRequest,
  begun: Begun,
  onEnd: (outcome: SaidOutcome) => void = () => {},
): Promise<void> {
  try {
    const launching = Promise.resolve(showBusy(() => repository.launch(request)));
    begun.cancelBy((again) => callOff(desk, begun, launching, again));
    const launched = await launching;
    void launched.ended.then(
      async (outcome) => {
        await desk.store.refresh();
        begun.over();
        if (outcome.reason === 'lease-held')
          await offerInstead(desk, { repository: repository.key, session: outcome.session }, null);
        onEnd(outcome);
      },
      (error: unknown) => {
        begun.over();
        return endedWith(desk, repository, request, begun, error);
      },
    );
    await desk.store.refresh();
    if (request.verb === 'start')
      await desk.tree.show({ repository: repository.key, session: launched.session });
  } catch (error) {
    begun.over();
    await endedWith(desk, repository, request, begun, error);
  }
}

/** A person who gives up a second time wants the row gone, whatever still hangs. */
function callOff(desk: Desk, begun: Begun, launching: Promise<Launched>, again: boolean): void {
  if (again) begun.over();
  // Whoever awaits the launch tells of its failure.
  launching
    .then((launched) => (again ? launched.kill() : launched.askToStop()))
    .catch((error: unknown) => desk.log.warn(String(error)));
}

/** Goes on with a session. */
export const resume = (
  desk: Desk,
  { repository, key, node }: Chosen,
  options: Partial<ResumeOptions> = {},
  onEnd?: (outcome: SaidOutcome) => void,
): Promise<void> =>
  run(
    desk,
    repository,
    { verb: 'resume', session: key.session, options: { ...PLAIN_RESUME, ...options } },
    desk.store.begin(key, 'resume', node.summary.title),
    onEnd,
  );

/**
 * The same after a person's word, which may have ended the session: `state` is the one that it led to. Whoever drives the session
 * takes the word up.
 */
export async function goOnUnlessOver(desk: Desk, one: Chosen, state: string): Promise<void> {
  const wasDriven = isDriven(one.node.summary);
  if (wasDriven || isFinished(state)) await desk.store.refresh();
  const now = wasDriven ? findSession(desk.store.state, one.key) : one.node;
  if (!isFinished(state) && (now === null || !isDriven(now.summary))) await resume(desk, one);
}

/** When a run was refused because it needs a person's word, asks for it and goes on. */
async function endedWith(
  desk: Desk,
  repository: RepositorySessions,
  request: RunRequest,
  begun: Begun,
  error: unknown,
): Promise<void> {
  if (CairnError.is(error, 'lease/held') && request.verb === 'resume')
    return offerInstead(desk, { repository: repository.key, session: request.session }, error);
  await desk.store.refresh();
  // Of what a person called off nothing needs to be said.
  if (begun.isCancelled) return;
  if (request.verb !== 'resume') return tellError(desk.log, error);
  const key = { repository: repository.key, session: request.session };
  const title = findSession(desk.store.state, key)?.summary.title ?? request.session;
  const goOn = (answer: Partial<ResumeOptions>): Promise<void> => {
    const options = { ...request.options, ...answer };
    return run(desk, repository, { ...request, options }, desk.store.begin(key, 'resume', title));
  };
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
