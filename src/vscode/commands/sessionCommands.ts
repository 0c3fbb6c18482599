import * as vscode from 'vscode';
import { counted } from '../../base/listed.ts';
import { archiveRef } from '../../model/names/places.ts';
import { windowWarning } from '../words/windowNotice.ts';
import { NO_SESSION, onSession, phaseOf, statusOf, type Chosen } from './chooseSession.ts';
import { createWorkflow } from './createWorkflow.ts';
import { worktreeOf } from '../state/acts.ts';
import { onRow, type Desk, type Handlers } from './desk.ts';
import { showInfo, showWarning } from '../window/messages.ts';
import { showBusy } from '../window/showBusy.ts';

/** Commands on a session as a whole, and on the window. */
export const sessionCommands = (desk: Desk) =>
  ({
    'cairn.openWorktree': onSession(
      desk,
      'openWorktree',
      'No session has a worktree on this machine; resuming one makes it.',
      async (one, target) => {
        const { worktree: first, phases } = await statusOf(one);
        const named = phases.find(({ id }) => id === phaseOf(target));
        const worktree = named === undefined ? first : worktreeOf(one.node, named);
        if (worktree === null) return;
        const folder = vscode.Uri.file(worktree);
        await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true });
      },
    ),
    'cairn.verify': onSession(desk, 'verify', 'There is no session to verify.', (one) => verify(desk, one)),
    'cairn.delete': onSession(
      desk,
      'delete',
      'No session here can be deleted: a running one must be stopped first.',
      (one) => deleteSession(desk, one),
    ),
    'cairn.createSample': (target) => createWorkflow(desk, target),
    'cairn.showLog': async () => desk.log.show(),
    'cairn.refresh': async () => desk.store.refresh(),
    'cairn.showRow': onSession(desk, 'verify', NO_SESSION, (one, target) =>
      desk.tree.show(one.key, phaseOf(target) ?? undefined),
    ),
    'cairn.copySessionId': onRow('session', async ({ session }) => vscode.env.clipboard.writeText(session)),
  }) satisfies Partial<Handlers>;

async function verify(desk: Desk, one: Chosen): Promise<void> {
  const results = await showBusy(() => one.api.verify(one.key.session));
  const violations = results.flatMap((result) => result.violations);
  const { title } = one.node.summary;
  if (violations.length === 0) {
    void showInfo(`“${title}” holds every rule of the format.`);
    return;
  }
  for (const { rule, where, what } of violations)
    desk.log.warn(`${one.key.session} ${rule} ${where}: ${windowWarning(what)}`);
  const [first] = violations;
  const places = counted(violations.length, 'place');
  const answer = await showWarning(
    `“${title}” breaks the format in ${places}${violations.length > 1 ? ', first' : ''}: ${windowWarning(first?.what ?? '')}`,
    'Show Log',
  );
  if (answer !== undefined) desk.log.show();
}

async function deleteSession(desk: Desk, one: Chosen): Promise<void> {
  const keep = 'Delete Session';
  const purge = 'Delete Everything';
  const answer = await showWarning(
    `Delete “${one.node.summary.title}”?`,
    {
      modal: true,
      detail: [
        `${keep}: its branch and worktree go. Uncommitted work is kept aside, and the last checkpoint is kept as an archive that git can still reach.`,
        `${purge}: the archive and all rescued work go too. This cannot be undone.`,
      ].join('\n\n'),
    },
    keep,
    purge,
  );
  if (answer === undefined) return;
  const { session } = one.key;
  const before = new Set((await one.api.rescues(session)).map(({ ref }) => ref));
  await showBusy(() => one.api.delete(session, { purge: answer === purge }));
  await desk.store.refresh();
  void showInfo(
    answer === purge
      ? `“${one.node.summary.title}” is deleted with everything that belonged to it.`
      : await whatStays(one, before),
  );
}

/** Says where to find what a deletion has kept, since the tree no longer shows it. */
async function whatStays({ api, key, node }: Chosen, before: ReadonlySet<string>): Promise<string> {
  const rescues = await api.rescues(key.session);
  const made = rescues.filter(({ ref }) => !before.has(ref)).map(({ ref }) => ref);
  const uncommitted = made.length === 0 ? '' : ` Uncommitted work is kept aside in ${made.join(', ')}.`;
  const earlier = before.size === 0 ? '' : ` What was rescued before stays (${before.size}).`;
  return `“${node.summary.title}” is deleted. Its last checkpoint stays as ${archiveRef(key.session)}.${uncommitted}${earlier}`;
}
