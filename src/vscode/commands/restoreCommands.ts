import { basename } from 'node:path/posix';
import { counted } from '../../base/listed.ts';
import type { RestoreTarget } from '../../session/api/restore.ts';
import type { LogEntry, RestoreResult } from '../../session/results.ts';
import { chooseTarget } from '../restore/chooseTarget.ts';
import { previewRestore } from '../restore/restorePreview.ts';
import { saveUnsaved } from './saveBefore.ts';
import { showPreview } from '../restore/showPreview.ts';
import { openFileDiff, openReview } from '../review/openReview.ts';
import { changedFile, commitSide, type ReviewFile, type Side } from '../review/reviewPlan.ts';
import { sessionActs } from '../state/acts.ts';
import { findSession } from '../state/windowState.ts';
import { onSession, phaseOf, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handlers } from './desk.ts';
import { confirms, showInfo } from '../window/messages.ts';
import { onRowOf } from '../window/onRowOf.ts';
import { showBusy } from '../window/showBusy.ts';

/** Commands that go back, and forward again. */
export const restoreCommands = (desk: Desk) =>
  ({
    'cairn.restore': onSession(
      desk,
      'restore',
      'No session here can be restored: a running one must be stopped first.',
      async (one, target) => {
        const log = await one.api.log(one.key.session);
        const point = await chooseTarget(await statusOf(one), log, phaseOf(target), 'restore');
        if (point !== null) await restore(desk, one, { to: point.to }, point.name, log);
      },
    ),
    'cairn.undoRestore': onSession(
      desk,
      'undoRestore',
      'The last checkpoint of no session here is a restore, so there is none to undo. Restore to Phase… goes anywhere.',
      async (one) => restore(desk, one, { undo: true }, '', await one.api.log(one.key.session)),
    ),
  }) satisfies Partial<Handlers>;

/** Preview, unsaved editors, one last question, then the restore; writes nothing before the last answer. */
async function restore(
  desk: Desk,
  one: Chosen,
  to: RestoreTarget,
  name: string,
  log: readonly LogEntry[],
): Promise<void> {
  const { session } = one.key;
  const planned = await one.api.restore(session, to, { dryRun: true });
  const preview = previewRestore(planned, name, 'undo' in to);
  const { worktree } = await statusOf(one);
  const files = filesOf(planned, log, worktree);
  const { question, detail, verb } = preview;
  const goesOn = await showPreview(
    preview,
    async (line) => {
      const file = files.find(({ path }) => path === line.path);
      if (file !== undefined)
        await openFileDiff(one.repository.root, file, `${basename(file.path)} (${verb})`);
    },
    () => openReview(one.repository, { title: verb, files, warning: null }),
  );
  if (!goesOn) return;
  const paths = planned.changed.map(({ path }) => path);
  if (worktree !== null && !(await saveUnsaved(worktree, paths, verb))) return;
  if (!(await confirms(question, detail, verb))) return;
  const done = await showBusy(() => one.api.restore(session, to, { dryRun: false }));
  await desk.store.refresh();
  await tellRestored(desk, one, done, name, 'undo' in to);
}

async function tellRestored(
  desk: Desk,
  one: Chosen,
  done: RestoreResult,
  name: string,
  undone: boolean,
): Promise<void> {
  const what = undone ? 'The restore is undone' : `Restored to ${name}`;
  const rescue = done.rescue === null ? '' : ' What was uncommitted is kept aside as rescued work.';
  const skipped =
    done.skipped.length === 0 ? '' : ` Left as they are: ${done.skipped.map(({ path }) => path).join(', ')}.`;
  const node = findSession(desk.store.state, one.key);
  const acts = node === null ? [] : sessionActs(node);
  const actions = [
    ...(acts.includes('resume') ? (['Resume Session'] as const) : []),
    ...(undone ? [] : (['Undo Restore'] as const)),
  ];
  const changed = `${counted(done.changed.length, 'file')} changed.`;
  const answer = await showInfo(`${what}: ${changed}${rescue}${skipped}`, ...actions);
  if (answer === 'Resume Session') await onRowOf('cairn.resume', one.key);
  if (answer === 'Undo Restore') await onRowOf('cairn.undoRestore', one.key);
}

/** Now: the working tree, or the tip if this machine has none. Then: the checkpoint to go back to. */
function filesOf(
  { changed, restoredTo }: RestoreResult,
  log: readonly LogEntry[],
  worktree: string | null,
): readonly ReviewFile[] {
  const tip = log.at(-1)?.commit;
  const then = log.find((entry) => entry.seq === restoredTo.seq)?.commit;
  if (tip === undefined || then === undefined) return [];
  const before: Side = worktree === null ? commitSide(tip, 'now') : { kind: 'workingTree', root: worktree };
  return changed.map((file) => changedFile(file, before, commitSide(then, 'restored')));
}
