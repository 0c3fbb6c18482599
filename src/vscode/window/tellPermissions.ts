import * as vscode from 'vscode';
import { wordsOfAct } from '../../model/agent/permissionAct.ts';
import type { PermissionRequest } from '../../model/agent/permissionRequest.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { CommandId } from '../contributions.ts';
import { placesOf } from '../state/permissionPlaces.ts';
import { sessionsOf, type SessionKey } from '../state/windowState.ts';
import type { Store } from './createStore.ts';
import { setting } from './settings.ts';
import { showWarning } from './messages.ts';

/**
 * Shows the person each request of an agent at work once, in one window or terminal only. A row and the badge show it for as
 * long as it waits, even after the notification was closed or the window reloaded.
 */
export function tellPermissions(store: Store): Disposable {
  const seen = new Set<string>();
  const tell = async (key: SessionKey, request: PermissionRequest, root: string | null): Promise<void> => {
    if (!(await store.repository(key.repository).api.claimPermission(key.session, request.id))) return;
    const places = placesOf(request, root);
    const { act, description } = wordsOfAct(request, LONGEST_ACT);
    const beside = [...(description === null ? [] : [`“${description}”`]), ...places];
    const where = beside.length === 0 ? '' : ` (${beside.join(', ')})`;
    const answer = await showWarning(
      `${request.agent} asks for a permission, ${request.kind}: ${act}${where}`,
      ...ANSWERS.map(([label]) => label),
    );
    const command = ANSWERS.find(([label]) => label === answer)?.[1];
    if (command !== undefined)
      await vscode.commands.executeCommand(command, {
        subject: { kind: 'permission', ...key, id: request.id },
      });
  };
  return store.onDidChange(({ after }) => {
    if (setting('cairn.notifications') === 'never') return;
    for (const { key, node } of sessionsOf(after)) {
      for (const request of node.status?.permissions ?? []) {
        const name = `${key.repository} ${key.session} ${request.id}`;
        if (seen.has(name)) continue;
        seen.add(name);
        // A failed claim means that another has it or the attempt is over; the row shows that too.
        void tell(key, request, node.status?.worktree ?? null).catch(() => undefined);
      }
    }
  });
}

/** A notification has room for a few lines; the row has the rest. */
const LONGEST_ACT = 400;

const ANSWERS: readonly (readonly [label: string, command: CommandId])[] = [
  ['Allow', 'cairn.allow'],
  ['Allow for This Attempt', 'cairn.allowAlways'],
  ['Deny', 'cairn.deny'],
];
