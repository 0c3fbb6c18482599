import * as vscode from 'vscode';
import { interruptedOffers } from '../state/notices.ts';
import type { SessionsTree } from '../tree/sessionsTree.ts';
import type { Store } from './createStore.ts';
import { setting } from './settings.ts';
import { showInfo } from './messages.ts';

const OFFERED = 'cairn.offered';

/** Offers each interrupted session once: not again after a reload, but again after it was cut off again. */
export async function offerInterrupted(
  store: Store,
  tree: SessionsTree,
  memory: vscode.Memento,
): Promise<void> {
  if (setting('cairn.notifications') === 'never') return;
  const offered = memory.get<readonly string[]>(OFFERED, []);
  const offers = interruptedOffers(store.state).filter(({ once }) => !offered.includes(once));
  const [first] = offers;
  if (first === undefined) return;
  await memory.update(OFFERED, [...offers.map(({ once }) => once), ...offered].slice(0, 50));
  const more =
    offers.length > 1
      ? ` ${offers.length - 1} more ${offers.length === 2 ? 'was' : 'were'} interrupted.`
      : '';
  const answer = await showInfo(
    `“${first.title}” was interrupted in ${first.where}.${more}`,
    'Resume',
    'Show',
  );
  if (answer === 'Resume')
    await vscode.commands.executeCommand('cairn.resume', { subject: { kind: 'session', ...first.key } });
  if (answer === 'Show') await tree.show(first.key);
}
