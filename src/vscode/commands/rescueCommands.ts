import { counted } from '../../base/listed.ts';
import { openReview } from '../review/openReview.ts';
import { planReview } from '../review/reviewPlan.ts';
import { findSession } from '../state/windowState.ts';
import type { RescueSubject } from '../tree/row.ts';
import { onRow, type Desk, type Handlers } from './desk.ts';
import { confirms, showInfo } from '../window/messages.ts';
import { pickMany } from '../window/quickInput.ts';

/** Commands on work that was set aside; they exist on its row only. */
export const rescueCommands = (desk: Desk) =>
  ({
    'cairn.reviewRescue': onRow('rescue', (rescue) => review(desk, rescue)),
    'cairn.applyRescue': onRow('rescue', (rescue) => apply(desk, rescue)),
    'cairn.deleteRescue': onRow('rescue', (rescue) => remove(desk, rescue)),
  }) satisfies Partial<Handlers>;

async function review(desk: Desk, { repository: key, session, n }: RescueSubject): Promise<void> {
  const repository = desk.store.repository(key);
  const { from, to, changed } = await repository.api.rescueDiff(session, n);
  const diff = { session, phase: null, from, to, root: null, changed, notCaptured: [] };
  await openReview(repository, planReview(diff, `Rescued work ${n}`));
}

async function apply(desk: Desk, { repository: key, session, n }: RescueSubject): Promise<void> {
  const { api } = desk.store.repository(key);
  const { changed } = await api.rescueDiff(session, n);
  const picked = await pickMany(
    changed.map(({ path, change }) => ({ label: path, path, description: change, picked: true })),
    {
      title: `Put Back Rescued Work ${n}`,
      placeHolder: 'Which files? They are written into the session’s working tree.',
    },
  );
  if (picked === undefined || picked.length === 0) return;
  const paths = picked.map(({ path }) => path);
  const { written, skipped } = await api.rescueApply(session, n, paths);
  await desk.store.refresh();
  const left = skipped.map(({ path, why }) => `${path} (${why})`).join(', ');
  const told = left === '' ? '' : ` Left as they are: ${left}.`;
  void showInfo(`${counted(written.length, 'file')} put back.${told}`);
}

async function remove(desk: Desk, rescue: RescueSubject): Promise<void> {
  const { repository: key, session, n } = rescue;
  const view = findSession(desk.store.state, rescue)?.status?.rescues.find(({ number }) => number === n);
  const what = view === undefined ? '' : `${view.why}, ${counted(view.files, 'file')}. `;
  const detail = `${what}Nothing else holds that work: after this it is gone.`;
  if (!(await confirms(`Delete rescued work ${n}?`, detail, 'Delete'))) return;
  await desk.store.repository(key).api.rescueDelete(session, n);
  await desk.store.look(rescue);
}
