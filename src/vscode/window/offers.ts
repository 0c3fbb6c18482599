import type * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { CairnError } from '../../base/cairnError.ts';
import { sentenceOf } from './sentenceOf.ts';
import { drivenOffers, interruptedOffers } from '../state/notices.ts';
import { findSession, type SessionKey } from '../state/windowState.ts';
import type { SessionsTree } from '../tree/sessionsTree.ts';
import type { Store } from './createStore.ts';
import { showInfo } from './messages.ts';
import { onRowOf } from './onRowOf.ts';
import { setting } from './settings.ts';

interface Sessions {
  readonly store: Store;
  readonly tree: SessionsTree;
}

const DRIVEN = 'cairn.offeredToFollow';
const INTERRUPTED = 'cairn.offered';
const FOLLOW = 'Follow Along';

/** When this window opens: names the process that drives a session and offers to follow along; once for each process. */
export async function offerFollowing(at: Sessions, memory: vscode.Memento): Promise<void> {
  const [first, ...others] = await newsOf(DRIVEN, drivenOffers(at.store.state), memory);
  if (first === undefined || setting('cairn.notifications') === 'never') return;
  const more = moreOf(others, ['is', 'are'], ', too.');
  const text = `“${first.title}” is at work already: ${first.by} runs it.${more} You can follow along, read-only; closing this window does not disturb it.`;
  if ((await showInfo(text, FOLLOW)) === FOLLOW) await followAlong(at, first.key);
}

/** Sessions that begin while this window is open, whoever began them, are not offered after a reload. */
export const rememberDriven = (store: Store, memory: vscode.Memento): Disposable =>
  store.onDidChange(({ after }) => void newsOf(DRIVEN, drivenOffers(after), memory));

/** Offers each interrupted session once: not again after a reload, but again after another interruption. */
export async function offerInterrupted({ store, tree }: Sessions, memory: vscode.Memento): Promise<void> {
  if (setting('cairn.notifications') === 'never') return;
  const [first, ...others] = await newsOf(INTERRUPTED, interruptedOffers(store.state), memory);
  if (first === undefined) return;
  const more = moreOf(others, ['was', 'were'], ' interrupted.');
  const text = `“${first.title}” was interrupted in ${first.where}.${more}`;
  const answer = await showInfo(text, 'Resume', 'Show');
  if (answer === 'Resume') await onRowOf('cairn.resume', first.key);
  if (answer === 'Show') await tree.show(first.key);
}

/** Returns the offers new to this workspace and remembers them as made. */
async function newsOf<O extends { readonly once: string }>(
  name: string,
  offers: readonly O[],
  memory: vscode.Memento,
): Promise<readonly O[]> {
  const known = memory.get<readonly string[]>(name, []);
  const news = offers.filter(({ once }) => !known.includes(once));
  if (news.length > 0) await memory.update(name, [...news.map(({ once }) => once), ...known].slice(0, 50));
  return news;
}

const moreOf = (
  { length }: readonly unknown[],
  [one, many]: readonly [string, string],
  what: string,
): string => (length === 0 ? '' : ` ${length} more ${length === 1 ? one : many}${what}`);

/**
 * After an act was refused because another process drives the session: says who, and offers to follow along.
 *
 * @param error the refusal; null when a run ended silently because of it
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
      ? `“${node?.summary.title ?? key.session}” is being run by ${by ?? 'another process'} already.`
      : sentenceOf(error).message;
  const answer = await showInfo(`${who} You can follow along, read-only.`, FOLLOW);
  if (answer === FOLLOW) await followAlong(at, key);
}

/** Opens the growing output and shows the session's row. */
async function followAlong({ store, tree }: Sessions, key: SessionKey): Promise<void> {
  // A phase may have begun or ended since the offer.
  await store.refresh();
  await onRowOf('cairn.showOutput', key);
  await tree.show(key);
}
