import { glanceTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import type { TrailersGlance } from '../../model/checkpoint/trailers.ts';
import type { StatusGlance } from '../../model/status/status.ts';
import type { CommitId, SessionId } from '../../model/names/ids.ts';
import type { Objects } from '../ports.ts';
import { glanceStatusAt } from './glanceStatusAt.ts';

/** What can be made out of any checkpoint. */
export interface TipGlance {
  /** Its STATUS.md; null where there is none or nothing in it can be read. */
  readonly status: StatusGlance | null;
  /** That, or what the message says where the file says nothing at all. */
  readonly said: StatusGlance | TrailersGlance | null;
}

/** Looks at a checkpoint that need not be readable as a whole. */
export async function glanceTip(
  { repository }: { readonly repository: Objects },
  session: SessionId,
  tip: CommitId,
): Promise<TipGlance> {
  const found = await glanceStatusAt(repository, session, tip);
  const status = found === 'nothing' ? null : found;
  const said = status ?? glanceTrailers((await repository.commitEntry(tip)).message);
  return { status, said };
}
