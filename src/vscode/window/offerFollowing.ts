import * as vscode from 'vscode';
import type { CairnError } from '../../base/cairnError.ts';
import { errorSentence } from '../../session/errorSentences.ts';
import { drivenOffers } from '../state/notices.ts';
import { findSession, type SessionKey } from '../state/windowState.ts';
import type { SessionsTree } from '../tree/sessionsTree.ts';
import type { Store } from './createStore.ts';
import { showInfo } from './messages.ts';
import { setting } from './settings.ts';

interface Sessions {
  readonly store: Store;
  readonly tree: SessionsTree;
}

const OFFERED = 'cairn.offeredToFollow';
const FOLLOW = 'Follow Along';

/** Says of sessions that another process drives as this window opens who it is, and offers to look on; once for each process. */
export async function offerFollowing(
  store: Store,
  tree: SessionsTree,
  memory: vscode.Memento,
): Promise<void> {
  if (setting('cairn.notifications') === 'never') return;
  const offered = memory.get<readonly string[]>(OFFERED, []);
  const offers = drivenOffers(store.state).filter(({ once }) => !offered.includes(once));
  const [first] = offers;
  if (first === undefined) return;
  await memory.update(OFFERED, [...offers.map(({ once }) => once), ...offered].slice(0, 50));
  const more =
    offers.length > 1 ? ` ${offers.length - 1} more ${offers.length === 2 ? 'is' : 'are'}, too.` : '';
  const text = `“${first.title}” is at work already: ${first.by} drives it.${more} You can follow along, read-only; closing this window does not disturb it.`;
  if ((await showInfo(text, FOLLOW)) === FOLLOW) await followAlong({ store, tree }, first.key);
}

/**
 * Answers an act that was refused because somebody else drives the session: says who, and offers to look on.
 *
 * @param error what refused it; null where a run ended without a word because of it
 */
export async function offerInstead(
  at: Sessions,
  key: SessionKey,
  error: CairnError<'lease/held'> | null,
): Promise<void> {
  await at.store.refresh();
  const node = findSession(at.store.state, key);
  const by = node?.status?.drivenBy ?? null;
  const who =
    error === null
      ? `“${node?.summary.title ?? key.session}” is driven by ${by ?? 'another process'} already.`
      : errorSentence(error.code, error.details).message;
  const answer = await showInfo(`${who} You can follow along, read-only.`, FOLLOW);
  if (answer === FOLLOW) await followAlong(at, key);
}

/** Its row, with what the agent does below it, and the output as it grows. */
async function followAlong({ store, tree }: Sessions, key: SessionKey): Promise<void> {
  // Since it was offered a phase may have begun, or ended.
  await store.refresh();
  await vscode.commands.executeCommand('cairn.showOutput', { subject: { kind: 'session', ...key } });
  await tree.show(key);
}
