import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { CairnError } from '../../base/cairnError.ts';
import { sentenceOf } from './sentenceOf.ts';
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
  const offers = await remember(store, memory);
  const [first] = offers;
  if (first === undefined || setting('cairn.notifications') === 'never') return;
  const more =
    offers.length > 1 ? ` ${offers.length - 1} more ${offers.length === 2 ? 'is' : 'are'}, too.` : '';
  const text = `“${first.title}” is at work already: ${first.by} drives it.${more} You can follow along, read-only; closing this window does not disturb it.`;
  if ((await showInfo(text, FOLLOW)) === FOLLOW) await followAlong({ store, tree }, first.key);
}

/** What begins while this window looks on, begun by it or by somebody else, is no news to it after a reload either. */
export function rememberDriven(store: Store, memory: vscode.Memento): Disposable {
  return store.onDidChange(() => void remember(store, memory));
}

/** Those that it did not know yet. */
async function remember({ state }: Store, memory: vscode.Memento): Promise<ReturnType<typeof drivenOffers>> {
  const known = memory.get<readonly string[]>(OFFERED, []);
  const news = drivenOffers(state).filter(({ once }) => !known.includes(once));
  if (news.length > 0) await memory.update(OFFERED, [...news.map(({ once }) => once), ...known].slice(0, 50));
  return news;
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
      : sentenceOf(error).message;
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
