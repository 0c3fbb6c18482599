import { isFinished } from '../graph/planNext.ts';
import type { CommitId, PhaseId } from '../names/ids.ts';
import type { PhaseRecord } from './phaseRecord.ts';
import type { Trailers } from './trailers.ts';

/** What a checkpoint did to the files, and its second parent. */
export interface VerifiedWork {
  /** Files besides the engine's that it changed against the one before; empty if it may change them. */
  readonly changed: readonly string[];
  readonly second: CommitId | null;
  /** Files of the engine that it changed, and that its kind does not write. */
  readonly rewritten: readonly string[];
  /** Of each phase that is not done, the work that its phase.json names. */
  readonly held: ReadonlyMap<PhaseId, VerifiedHeld>;
}

export interface VerifiedHeld {
  /** First parent of its commit; null if this clone lacks that. */
  readonly on: CommitId | null;
  /** A checkpoint has brought it, this one or one before, as far as the clone reaches. */
  readonly comes: boolean;
}

type Problem = { readonly rule: 'R20' | 'R21'; readonly what: string };

/** R20 and R21 of one checkpoint. */
export function heldProblems(
  of: Pick<Trailers, 'kind' | 'held' | 'phase'>,
  work: VerifiedWork,
  records: ReadonlyMap<PhaseId, PhaseRecord>,
): readonly Problem[] {
  const { changed, held } = work;
  const stillHeld = [...records.values()].filter((one) => isFinished(one.status) && one.held !== undefined);
  return [
    ...(changed.length === 0
      ? []
      : [{ rule: 'R20', what: `${of.kind} changed ${changed.join(', ')}` } as const]),
    ...[
      ...placeProblems(of, work, holderOf(of, records)).map((what) => `${of.held ?? ''} ${what}`),
      ...[...held].flatMap(([phase, one]) => strayProblems(records.get(phase), one)),
      ...stillHeld.map(({ phase, status }) => `${phase} is ${status} and still holds work`),
    ].map((what) => ({ rule: 'R21', what }) as const),
  ];
}

/** What is wrong with work that a phase.json says is held. */
function strayProblems(record: PhaseRecord | undefined, { on, comes }: VerifiedHeld): readonly string[] {
  if (record?.held === undefined) return [];
  const { commit, base } = record.held;
  const work = `the work ${commit} that ${record.phase} holds`;
  return [
    ...(comes ? [] : [`${work} does not come with the branch`]),
    ...(on === null || on === base ? [] : [`${work} does not stand on ${base}, as its phase.json says`]),
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
  { second }: VerifiedWork,
  record: PhaseRecord | undefined,
): readonly string[] {
  if (held === null) return [];
  return [
    ...(held === second ? [] : ['is not its second parent']),
    // Of one that is missing or cannot be read R6 tells.
    ...(record === undefined || held === record.held?.commit ? [] : ['is not in phase.json']),
  ];
}
