import { SCHEMA } from '../parsing/schema.ts';
import type { Status } from '../status/status.ts';
import { waitingIn } from '../status/waitingIn.ts';
import type { Trailers } from './trailers.ts';

/** What the trailers of a checkpoint say besides its STATUS.md. */
type Besides = Pick<
  Trailers,
  'kind' | 'phase' | 'attempt' | 'effects' | 'engine' | 'forkedFrom' | 'held' | 'restored'
>;

/** The trailers of a checkpoint with this STATUS.md. */
export function trailersFor(status: Status, besides: Besides): Trailers {
  const { session, seq, state, next, title, workflow, plan, checked, updated, rows } = status;
  const waiting = waitingIn(rows);
  return {
    schema: SCHEMA,
    session,
    seq,
    state,
    next,
    title,
    workflow,
    plan,
    checked,
    updated,
    round: rows.find(({ phase }) => phase === besides.phase)?.round ?? null,
    waiting: waiting.length === 0 ? null : waiting,
    ...besides,
  };
}
