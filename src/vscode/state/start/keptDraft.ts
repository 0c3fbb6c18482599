import type { SessionKey } from '../windowState.ts';
import type { StartDraft } from './startDraft.ts';

/** What a person has said of a session that is not there, in this window. */
export interface KeptDraft {
  readonly repository: string | null;
  readonly draft: StartDraft;
  /** The session that was begun with it, which may come to nothing; null: none yet. */
  readonly session: SessionKey | null;
}
