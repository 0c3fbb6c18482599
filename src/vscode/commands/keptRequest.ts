import { underWayAt } from '../state/underWay.ts';
import { findSession, repositoriesOf, type SessionKey } from '../state/windowState.ts';
import type { Desk } from './desk.ts';

export function keepRequest({ requests }: Desk, { repository, session }: SessionKey, text: string): void {
  requests.set(repository, { session, text });
}

export function forgetRequest({ requests }: Desk, { repository, session }: SessionKey): void {
  if (requests.get(repository)?.session === session) requests.delete(repository);
}

/** The request of a start that came to nothing, so that nobody types it twice. */
export function keptRequest({ requests, store }: Pick<Desk, 'requests' | 'store'>, key: string): string {
  const kept = requests.get(key);
  const repository = repositoriesOf(store.state).find((one) => one.key === key);
  if (kept === undefined || repository === undefined) return kept?.text ?? '';
  const isThere = findSession(store.state, { repository: key, session: kept.session }) !== null;
  return isThere || underWayAt(repository, kept.session) !== null ? '' : kept.text;
}
