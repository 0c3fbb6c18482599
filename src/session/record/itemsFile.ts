import { itemsUnder } from '../../model/items/itemsUnder.ts';
import { renderItems } from '../../model/items/itemsRecord.ts';
import { itemsPath } from '../../model/names/places.ts';
import type { RepoPath, SessionId } from '../../model/names/ids.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** `items.json` of a session for another plan than it was written under; nothing where it stays as it is. */
export function itemsFileUnder(
  session: SessionId,
  plan: Pick<Workflow, 'written'>,
  before: Pick<SessionRecord, 'workflow' | 'expansions'>,
): ReadonlyMap<RepoPath, string> {
  const kept = itemsUnder(plan, before);
  return kept.length === before.expansions.length
    ? new Map()
    : new Map([[itemsPath(session), renderItems(kept)]]);
}
