import type { PhaseId } from '../names/ids.ts';
import { STATUS_FIELDS, type Status } from '../status/status.ts';
import { waitingIn } from '../status/waitingIn.ts';
import { TRAILERS, type Trailers } from './trailers.ts';

const IN_BOTH = (Object.keys(TRAILERS) as (keyof typeof TRAILERS)[]).filter(
  (key) => key in STATUS_FIELDS,
) as (keyof typeof TRAILERS & keyof typeof STATUS_FIELDS)[];

/** Since this schema the trailers say of the rows which wait, and the round of the one that the checkpoint is about. */
const ROWS_SINCE = 2;

/**
 * Where STATUS.md and the trailers of a checkpoint do not say the same.
 *
 * @param schema the one that the checkpoint was written in
 */
export const trailerProblems = (trailers: Trailers, status: Status, schema: number): readonly string[] => [
  ...IN_BOTH.flatMap((key) => {
    const [inFile, inTrailer] = [status[key], trailers[key]];
    // A missing trailer contradicts nothing.
    if (inTrailer === null && !STATUS_FIELDS[key].isNullable) return [];
    const [file, trailer] = [String(inFile), String(inTrailer)];
    return file === trailer ? [] : [`${key} is ${file} in STATUS.md and ${trailer} in the trailer`];
  }),
  ...(schema < ROWS_SINCE ? [] : rowProblems(trailers, status)),
];

function rowProblems({ phase, round, waiting }: Trailers, { rows }: Status): readonly string[] {
  const ofRow = rows.find((one) => one.phase === phase)?.round ?? null;
  const waits = listed(waitingIn(rows));
  const told = listed(waiting ?? []);
  return [
    ...(round === ofRow
      ? []
      : [`the round of ${phase} is ${ofRow} in STATUS.md and ${round ?? 'missing'} in the trailer`]),
    ...(told === waits ? [] : [`${waits} waits in STATUS.md and ${told} in the trailer`]),
  ];
}

const listed = (phases: readonly PhaseId[]): string => phases.join(', ') || 'nothing';
