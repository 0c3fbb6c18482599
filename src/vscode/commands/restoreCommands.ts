import type { CommitId } from '../../model/names/ids.ts';
import type { RestoreTarget } from '../../session/api/restore.ts';
import type { LogEntry, RestoreResult } from '../../session/results.ts';
import { chooseTarget, type TargetPoint } from '../restore/chooseTarget.ts';
import { previewRestore, type RestoreLine } from '../restore/restorePreview.ts';
import { saveUnsaved } from './saveBefore.ts';
import { showPreview } from '../restore/showPreview.ts';
import { openFileDiff, openReview } from '../review/openReview.ts';
import type { Side } from '../review/reviewPlan.ts';
import { sessionActs } from '../state/acts.ts';
import { findSession } from '../state/windowState.ts';
import { count } from '../state/words.ts';
import { onRowOf, onSession, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handlers, Target } from './desk.ts';
import { showInfo, showWarning } from '../window/messages.ts';
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
        const point =
          (await pointOf(one, target)) ??
          (await chooseTarget(await statusOf(one), log, Date.now(), 'restore'));
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

async function pointOf(one: Chosen, target: Target): Promise<TargetPoint | null> {
  if (target?.subject.kind !== 'phase') return null;
  const { phase } = target.subject;
  const number = (await statusOf(one)).phases.find(({ id }) => id === phase)?.number;
  return number === undefined ? null : { to: phase, name: `Phase ${number}` };
}

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
  const sides = await sidesOf(one, planned, log);
  const { question, detail, verb } = preview;
  const goesOn = await showPreview(
    preview,
    (line) => compare(one, sides, line, verb),
    () => compareAll(one, sides, planned, verb),
  );
  if (!goesOn) return;
  const { worktree } = await statusOf(one);
  const paths = planned.changed.map(({ path }) => path);
  if (worktree !== null && !(await saveUnsaved(worktree, paths, verb))) return;
  if ((await showWarning(question, { modal: true, detail }, verb)) !== verb) return;
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
  const rescue = done.rescue === null ? '' : ' What was uncommitted is set aside as rescued work.';
  const skipped =
    done.skipped.length === 0 ? '' : ` Left as they are: ${done.skipped.map(({ path }) => path).join(', ')}.`;
  const node = findSession(desk.store.state, one.key);
  const acts = node === null ? [] : sessionActs(node);
  const actions = [
    ...(acts.includes('resume') ? (['Resume Session'] as const) : []),
    ...(undone ? [] : (['Undo Restore'] as const)),
  ];
  const changed = `${count(done.changed.length, 'file')} changed.`;
  const answer = await showInfo(`${what}: ${changed}${rescue}${skipped}`, ...actions);
  if (answer === 'Resume Session') await onRowOf('cairn.resume', one.key);
  if (answer === 'Undo Restore') await onRowOf('cairn.undoRestore', one.key);
}

interface Sides {
  readonly before: Side;
  readonly after: Side;
}

/** Now: the working tree, or the tip if this machine has none. Then: the checkpoint to go back to. */
async function sidesOf(one: Chosen, planned: RestoreResult, log: readonly LogEntry[]): Promise<Sides | null> {
  const { worktree } = await statusOf(one);
  const tip = log.at(-1)?.commit;
  const then = log.find((entry) => entry.seq === planned.restoredTo.seq)?.commit;
  if (tip === undefined || then === undefined) return null;
  const commit = (of: CommitId, label: string): Side => ({
    kind: 'commit',
    commit: of,
    label: `${label} · ${of.slice(0, 7)}`,
  });
  return {
    before: worktree === null ? commit(tip, 'now') : { kind: 'workingTree', root: worktree },
    after: commit(then, 'restored'),
  };
}

async function compare(
  one: Chosen,
  sides: Sides | null,
  { path, change }: RestoreLine,
  verb: string,
): Promise<void> {
  if (sides === null || change === null) return;
  await openFileDiff(
    one.repository.root,
    path,
    change === 'added' ? null : sides.before,
    change === 'deleted' ? null : sides.after,
    `${path.slice(path.lastIndexOf('/') + 1)} (${verb})`,
  );
}

async function compareAll(
  one: Chosen,
  sides: Sides | null,
  planned: RestoreResult,
  verb: string,
): Promise<void> {
  if (sides === null) return;
  const files = planned.changed.map(({ path, change }) => ({
    path,
    left: change === 'added' ? null : sides.before,
    right: change === 'deleted' ? null : sides.after,
  }));
  await openReview(one.repository, { title: verb, files, warning: null });
}
