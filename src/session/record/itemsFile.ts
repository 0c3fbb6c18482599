import type { Expansion } from '../../model/items/item.ts';
import { itemsUnder } from '../../model/items/itemsUnder.ts';
import { renderItems } from '../../model/items/itemsRecord.ts';
import { itemsPath } from '../../model/names/places.ts';
import type { RepoPath, SessionId } from '../../model/names/ids.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** `items.json` of a session with those of its lists that hold still; nothing where it stays as it is. */
export const itemsFileWith = (
  { session, expansions }: Pick<SessionRecord, 'session' | 'expansions'>,
  kept: readonly Expansion[],
): ReadonlyMap<RepoPath, string> =>
  kept.length === expansions.length ? new Map() : new Map([[itemsPath(session), renderItems(kept)]]);

/** The same for another plan than it was written under. */
export const itemsFileUnder = (
  session: SessionId,
  plan: Pick<Workflow, 'written'>,
  { workflow, expansions }: Pick<SessionRecord, 'workflow' | 'expansions'>,
): ReadonlyMap<RepoPath, string> =>
  itemsFileWith({ session, expansions }, itemsUnder(plan, { workflow, expansions }));
