import { isFinished } from '../graph/planNext.ts';
import type { StatusRow } from '../status/status.ts';
import type { CheckpointKind, Trailers } from './trailers.ts';

interface At {
  readonly checkpoint: { readonly trailers: Trailers };
  readonly status: { readonly rows: readonly StatusRow[] } | null;
}

/** They bring an older table back. */
const BRINGS_BACK: readonly CheckpointKind[] = ['restore', 'fork'];
const OPENS_AGAIN: readonly CheckpointKind[] = ['round', 'edit', 'plan'];

/** R24 of one checkpoint of kind `phase`: that of a phase that it leaves open. */
export function unclosed({ checkpoint: { trailers }, status }: At): readonly string[] {
  const row =
    trailers.kind === 'phase' ? status?.rows.find(({ phase }) => phase === trailers.phase) : undefined;
  return row === undefined || row.status === 'done'
    ? []
    : [`${row.phase} is ${row.status} by a checkpoint of kind ${about(trailers)}`];
}

/** R24 of one checkpoint: phases whose row it has no right to change. `older`: the one before, if that is known. */
export function rowProblems(
  { checkpoint: { trailers }, status }: At,
  older: At | undefined,
): readonly string[] {
  const isNext = older?.checkpoint.trailers.seq === trailers.seq - 1;
  if (!isNext || !older.status || status === null || BRINGS_BACK.includes(trailers.kind)) return [];
  const before = new Map(older.status.rows.map((row) => [row.phase, row]));
  const now = new Map(status.rows.map((row) => [row.phase, row]));
  const finished = status.rows.filter(
    (row) => isFinished(row.status) && row.status !== before.get(row.phase)?.status,
  );
  const opened = older.status.rows.filter(
    (row) => isFinished(row.status) && !isFinished(now.get(row.phase)?.status ?? 'pending'),
  );
  return [
    ...finished
      .filter((row) => !mayFinish(row, trailers))
      .map(({ phase, status: is }) => `${phase} is ${is} by a checkpoint of kind ${about(trailers)}`),
    ...(OPENS_AGAIN.includes(trailers.kind) ? [] : opened).map(
      ({ phase, status: was }) =>
        `${phase} was ${was}, and is not any more by one of kind ${about(trailers)}`,
    ),
  ];
}

function mayFinish(row: StatusRow, { kind, phase, state }: Trailers): boolean {
  const isOwn = row.phase === phase;
  if (row.status === 'skipped' && kind === 'skipped') return isOwn;
  if (kind !== 'phase' && kind !== 'approval') return false;
  // A stop skips all that is left.
  return row.status === 'done' ? isOwn : state === 'done';
}

const about = ({ kind, phase }: Trailers): string => (phase === null ? kind : `${kind} of ${phase}`);
