import { basename } from 'node:path/posix';
import { counted } from '../../base/listed.ts';
import { staysDone } from '../../sentences/noticeSentence.ts';
import type { LogEntry, RestoreResult } from '../../session/results.ts';
import { chooseTarget } from '../restore/chooseTarget.ts';
import type { TargetPoint } from '../restore/targetItems.ts';
import { previewRestore } from '../restore/restorePreview.ts';
import { saveUnsaved } from './saveBefore.ts';
import { showPreview } from '../restore/showPreview.ts';
import { openFileDiff, openReview } from '../review/openReview.ts';
import { changedFile, commitSide, type ReviewFile, type Side } from '../review/reviewPlan.ts';
import { sessionActs } from '../state/acts.ts';
import { findSession } from '../state/windowState.ts';
import { chooseSession, onSession, phaseOf, statusOf, type Chosen } from './chooseSession.ts';
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
        if (point !== null) await restore(desk, one, point, log);
      },
    ),
    'cairn.undoRestore': onSession(desk, 'undoRestore', NOTHING_TO_UNDO, (one) => undo(desk, one, 'undone')),
  }) satisfies Partial<Handlers>;

const NOTHING_TO_UNDO =
  'The last checkpoint of no session here is a restore, so there is none to undo. Restore to Phase… goes anywhere.';

/** Preview, unsaved editors, one last question, then the restore; writes nothing before the last answer. */
async function restore(
  desk: Desk,
  one: Chosen,
  { to, name }: TargetPoint,
  log: readonly LogEntry[],
): Promise<void> {
  const { session } = one.key;
  const planned = await one.api.restore(session, { to }, { dryRun: true });
  const preview = previewRestore(planned, name);
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
  if (!(await savedFirst(worktree, planned, verb)) || !(await confirms(question, detail, verb))) return;
  const done = await showBusy(() => one.api.restore(session, { to }, { dryRun: false }));
  await tellRestored(desk, one, done, { what: `Restored to ${name}`, back: 'Undo Restore' });
}

const savedFirst = async (
  worktree: string | null,
  { changed }: RestoreResult,
  verb: string,
): Promise<boolean> =>
  worktree === null ||
  saveUnsaved(
    worktree,
    changed.map(({ path }) => path),
    verb,
  );

/** What an undo is called, and what takes it back: an undo, too. */
const UNDOING = {
  undone: { verb: 'Undo Restore', what: 'The restore is undone', back: 'Redo' },
  redone: { verb: 'Redo Restore', what: 'Restored again', back: 'Undo Restore' },
} as const;

/** Asks nothing but what becomes of unsaved editors: it takes nothing away that one more click does not bring back. */
async function undo(desk: Desk, one: Chosen, as: keyof typeof UNDOING): Promise<void> {
  const { session } = one.key;
  const { verb, ...said } = UNDOING[as];
  const planned = await one.api.restore(session, { undo: true }, { dryRun: true });
  const { worktree } = await statusOf(one);
  if (!(await savedFirst(worktree, planned, verb))) return;
  const done = await showBusy(() => one.api.restore(session, { undo: true }, { dryRun: false }));
  await tellRestored(desk, one, done, said);
}

async function tellRestored(
  desk: Desk,
  one: Chosen,
  done: RestoreResult,
  { what, back }: { readonly what: string; readonly back: 'Undo Restore' | 'Redo' },
): Promise<void> {
  await desk.store.refresh();
  const rescue = done.rescue === null ? '' : ' What was uncommitted is kept aside as rescued work.';
  const skipped =
    done.skipped.length === 0 ? '' : ` Left as they are: ${done.skipped.map(({ path }) => path).join(', ')}.`;
  const node = findSession(desk.store.state, one.key);
  const acts = node === null ? [] : sessionActs(node);
  const actions = [...(acts.includes('resume') ? ['Resume Session'] : []), back];
  const changed = `${counted(done.changed.length, 'file')} changed.`;
  const stays = done.notUndone.length === 0 || back === 'Undo Restore' ? '' : ` ${staysDone(done.notUndone)}`;
  const answer = await showInfo(`${what}: ${changed}${rescue}${skipped}${stays}`, ...actions);
  if (answer === 'Resume Session') await onRowOf('cairn.resume', one.key);
  if (answer === back) await goBack(desk, one, done, back === 'Redo' ? 'redone' : 'undone');
}

/** A message may be older than what happened since: it takes back what it told of, and nothing else. */
async function goBack(
  desk: Desk,
  { key }: Chosen,
  { seq }: RestoreResult,
  as: keyof typeof UNDOING,
): Promise<void> {
  const subject = { kind: 'session', ...key } as const;
  const one = await chooseSession(desk, { subject }, 'undoRestore', NOTHING_TO_UNDO);
  if (one === null) return;
  if (one.node.summary.seq === seq) await undo(desk, one, as);
  else void showInfo(`“${one.node.summary.title}” has a newer checkpoint by now. ${UNDO_THAT}`);
}

const UNDO_THAT = 'Undo Restore in its row undoes the last restore.';

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
