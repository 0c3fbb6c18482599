import type { KeptDraft } from '../state/start/keptDraft.ts';
import { underWayAt } from '../state/underWay.ts';
import { findSession, repositoriesOf, type SessionKey } from '../state/windowState.ts';
import type { Desk } from './desk.ts';

export function keepDraft({ kept }: Pick<Desk, 'kept'>, one: KeptDraft): void {
  kept.last = one;
}

export function forgetDraft({ kept }: Pick<Desk, 'kept'>, key: SessionKey): void {
  if (kept.last?.session?.session === key.session) kept.last = null;
}

/** What was said and came to nothing, so that nobody says it twice. */
export function keptDraft({ kept, store }: Pick<Desk, 'kept' | 'store'>): KeptDraft | null {
  const { last } = kept;
  if (last?.session == null) return last;
  const { session } = last;
  const repository = repositoriesOf(store.state).find(({ key }) => key === session.repository);
  const isUnderWay = repository !== undefined && underWayAt(repository, session.session) !== null;
  return isUnderWay || findSession(store.state, session) !== null ? null : last;
}
