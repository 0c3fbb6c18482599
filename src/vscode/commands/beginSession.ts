import { CairnError } from '../../base/cairnError.ts';
import { titleOf } from '../../model/text/title.ts';
import type { StartOptions } from '../../session/api/run.ts';
import type { RepositorySessions } from '../cairns.ts';
import { requestOf } from '../state/start/startDraft.ts';
import type { StartState } from '../state/start/startState.ts';
import { unattendedQuestion } from '../state/unattendedQuestion.ts';
import type { Begun } from '../window/beginAct.ts';
import { confirms, showWarning } from '../window/messages.ts';
import { windowNotice } from '../words/windowNotice.ts';
import { askUnseen } from './askTrust.ts';
import type { Desk } from './desk.ts';
import { forgetDraft, keepDraft } from './keptDraft.ts';
import { run } from './run.ts';
import { saveBefore } from './saveBefore.ts';
import { startOptions } from './startOptions.ts';
import { tellError } from './tellError.ts';

const SAVE = {
  question: 'Save your changes before the session starts?',
  save: 'Save and Start',
  without: 'Start Without Them',
};

/** `over`: it is begun, or the person wants to look at something else first. `again`: they have not agreed, or it was refused. */
type Came = 'over' | 'again' | 'inputs';

/** Shows the session as starting at once, then looks, asks what has to be asked, and hands it to a runner. */
export async function beginSession(desk: Desk, state: StartState): Promise<Came> {
  const { draft, repository: at } = state;
  if (at === null) return 'again';
  const repository = desk.store.repository(at);
  const request = requestOf(draft);
  const key = { repository: at, session: repository.newSession(request) };
  // The row of a session that is asked for; it becomes the session, or goes when there will be none.
  const begun = desk.store.begin(key, 'start', titleOf(request));
  keepDraft(desk, { repository: at, draft, session: key });
  const cancelled = new Promise<'over'>((resolve) => begun.cancelBy(() => resolve('over')));
  const options = startOptions(draft, key.session);
  const agreed = await Promise.race([agree(desk, repository, options, begun), cancelled]);
  if (typeof agreed === 'string' || begun.isCancelled) {
    begun.over();
    return typeof agreed === 'string' ? agreed : 'over';
  }
  await run(desk, desk.store.repository(at), { verb: 'start', options: agreed }, begun, () =>
    forgetDraft(desk, key),
  );
  return 'over';
}

/** What is started once the person has said yes to all that must not come unseen. */
async function agree(
  desk: Desk,
  repository: RepositorySessions,
  options: StartOptions,
  begun: Begun,
): Promise<StartOptions | Came> {
  const looked = await look(desk, repository, options, begun);
  if (typeof looked === 'string' || begun.isCancelled) return typeof looked === 'string' ? looked : 'over';
  const { unattended, told } = looked.preview;
  if (unattended !== null) {
    const { message, detail } = unattendedQuestion(unattended);
    if (!(await confirms(message, detail, 'Start Unattended'))) return 'again';
  }
  // In both cases the session takes the files of this working tree as they are on disk.
  const takesFiles = options.inPlace || options.withChanges;
  if (takesFiles && !(await saveBefore(repository.root, SAVE))) return 'again';
  if (told.length > 0) void showWarning(told.map(windowNotice).join(' '));
  return looked.options;
}

interface Looked {
  readonly options: StartOptions;
  readonly preview: Awaited<ReturnType<RepositorySessions['api']['previewStart']>>;
}

/** Reports refusals (a merge under way, a missing agent) before anything is written. */
async function look(
  desk: Desk,
  repository: RepositorySessions,
  options: StartOptions,
  begun: Begun,
): Promise<Looked | Came> {
  try {
    await desk.store.refresh();
    // As the settings are by now.
    const { api } = desk.store.repository(repository.key);
    return { options, preview: await api.previewStart(options) };
  } catch (error) {
    if (begun.isCancelled) return 'over';
    if (CairnError.is(error, 'usage/inputs') && Object.keys(options.inputs ?? {}).length === 0)
      return 'inputs';
    if (!CairnError.is(error, 'data/unseen-commands') || options.trust === true) {
      void tellError(desk.log, error);
      return 'again';
    }
    const answer = await askUnseen(repository, error.details);
    if (answer !== 'yes') return answer === 'no' ? 'again' : 'over';
    return look(desk, repository, { ...options, trust: true, shown: error.details.hash }, begun);
  }
}
