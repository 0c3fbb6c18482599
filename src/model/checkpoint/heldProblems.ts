import type { CommitId, PhaseId } from '../names/ids.ts';
import type { PhaseRecord } from './phaseRecord.ts';
import type { CheckpointKind, Trailers } from './trailers.ts';

/** What a checkpoint did to the files, and its second parent. */
export interface VerifiedWork {
  /** Files besides the engine's that it changed against the one before; empty if its kind may change them. */
  readonly changed: readonly string[];
  readonly second: CommitId | null;
  /** First parent of the commit that holds its work; null if there is none, or it is not in this clone. */
  readonly heldOn: CommitId | null;
}

/** Kinds that bring nothing in: their phase is not done, or they are a person's word. */
const BRINGS_NOTHING: readonly CheckpointKind[] = [
  'waiting',
  'blocked',
  'skipped',
  'plan',
  'rejection',
  'answer',
  'closed',
];

export const bringsNothing = (kind: CheckpointKind): boolean => BRINGS_NOTHING.includes(kind);

type Problem = { readonly rule: 'R20' | 'R21'; readonly what: string };

/** R20 and R21 of one checkpoint. */
export function heldProblems(
  of: Pick<Trailers, 'kind' | 'held' | 'phase'>,
  work: VerifiedWork,
  records: ReadonlyMap<PhaseId, PhaseRecord>,
): readonly Problem[] {
  const { changed } = work;
  const stillHeld = [...records.values()].filter(
    ({ status, held }) => status === 'done' && held !== undefined,
  );
  return [
    ...(changed.length === 0
      ? []
      : [{ rule: 'R20', what: `${of.kind} changed ${changed.join(', ')}` } as const]),
    ...placeProblems(of, work, holderOf(of, records)).map(
      (what) => ({ rule: 'R21', what: `${of.held ?? ''} ${what}` }) as const,
    ),
    ...stillHeld.map(
      ({ phase }) => ({ rule: 'R21', what: `${phase} is done and still holds work` }) as const,
    ),
  ];
}

/** A fork takes along the work of any phase, whichever the checkpoint that it begins on is about. */
const holderOf = (
  { kind, held, phase }: Pick<Trailers, 'kind' | 'held' | 'phase'>,
  records: ReadonlyMap<PhaseId, PhaseRecord>,
): PhaseRecord | undefined =>
  kind === 'fork'
    ? [...records.values()].find((record) => record.held?.commit === held)
    : records.get(phase as PhaseId);

/** What is wrong with the commit that a checkpoint says it holds. */
function placeProblems(
  { held }: Pick<Trailers, 'held'>,
  { second, heldOn }: VerifiedWork,
  record: PhaseRecord | undefined,
): readonly string[] {
  if (held === null) return [];
  const said = record?.held;
  return [
    ...(held === second ? [] : ['is not its second parent']),
    ...(held === said?.commit ? [] : ['is not in phase.json']),
    ...(heldOn === null || heldOn === said?.base ? [] : ['does not stand on the checkpoint of phase.json']),
  ];
}
