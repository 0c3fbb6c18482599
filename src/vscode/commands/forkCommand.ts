import { shortName } from '../../model/names/shortName.ts';
import { checkSessionId } from '../../model/names/sessionId.ts';
import type { ForkPreview } from '../../session/results.ts';
import { chooseTarget } from '../restore/chooseTarget.ts';
import type { TargetPoint } from '../restore/targetItems.ts';
import { forkQuestion } from '../restore/forkQuestion.ts';
import { showInfo } from '../window/messages.ts';
import { askText } from '../window/quickInput.ts';
import { onRowOf } from '../window/onRowOf.ts';
import { showBusy } from '../window/showBusy.ts';
import { onSession, phaseOf, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handlers, Target } from './desk.ts';

/** Starts another session from a checkpoint of this one, which may be running. */
export const forkCommand = (desk: Desk) =>
  ({
    'cairn.fork': onSession(
      desk,
      'fork',
      'There is no session to fork.',
      (one, target, over) => fork(desk, one, target, over),
      'fork',
    ),
  }) satisfies Partial<Handlers>;

async function fork(desk: Desk, one: Chosen, target: Target, over: () => void): Promise<void> {
  const of = one.key.session;
  const status = await statusOf(one);
  const point = await chooseTarget(status, await one.api.log(of), phaseOf(target), 'fork');
  if (point === null) return;
  const suggested = await one.api.previewFork(of, point.to, { id: null });
  const id = await askName(one, point, suggested);
  if (id === null) return;
  // Rejects a name that is taken before asking anything else.
  const preview = await one.api.previewFork(of, point.to, { id });
  const { message, detail, verb } = forkQuestion(status, point.name, preview);
  if ((await showInfo(message, { modal: true, detail }, verb)) !== verb) return;
  const { session } = await showBusy(() => one.api.fork(of, point.to, { id }));
  over();
  await desk.store.refresh();
  const key = { repository: one.key.repository, session };
  await desk.tree.show(key);
  const go = preview.state === 'running' ? (['Resume Session'] as const) : [];
  const answer = await showInfo(
    `Forked from ${point.name}: ${shortName(session)} is a session of its own now.`,
    ...go,
  );
  if (answer !== undefined) await onRowOf('cairn.resume', key);
}

/** Suggests a name; it becomes id and branch, so it is checked as the person types. */
async function askName(one: Chosen, { name }: TargetPoint, preview: ForkPreview): Promise<string | null> {
  const answer = await askText({
    title: `Fork “${one.node.summary.title}” From ${name}`,
    prompt: 'Id of the new session; its branch and its worktree are named by it.',
    value: preview.session,
    ignoreFocusOut: true,
    validateInput(value) {
      const checked = checkSessionId(value.trim());
      return checked.ok ? null : `That is no id: ${checked.error}.`;
    },
  });
  return answer?.trim() ?? null;
}
