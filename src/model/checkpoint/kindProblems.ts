import type { CheckpointKind, Trailers } from './trailers.ts';
import type { SessionState } from '../status/statusWords.ts';

/** What the trailers of a kind of checkpoint must contain (FORMAT.md, *Kinds*). */
interface Shape {
  /** `both`: a phase and its attempt; `none`: neither; `any`: with or without a phase. */
  readonly of: 'both' | 'none' | 'any';
  /** The states that it may leave the session in; omitted: any. */
  readonly states?: readonly SessionState[];
}

const SHAPES: Readonly<Record<CheckpointKind, Shape>> = {
  opened: { of: 'none', states: ['running'] },
  phase: { of: 'both', states: ['running', 'done'] },
  waiting: { of: 'both', states: ['waiting'] },
  approval: { of: 'both' },
  rejection: { of: 'both' },
  answer: { of: 'both' },
  blocked: { of: 'both', states: ['blocked'] },
  edit: { of: 'any' },
  skipped: { of: 'both' },
  round: { of: 'both', states: ['running'] },
  plan: { of: 'both' },
  restore: { of: 'any' },
  fork: { of: 'any' },
  closed: { of: 'none', states: ['cancelled'] },
};

type Said = Pick<Trailers, 'kind' | 'phase' | 'attempt' | 'state' | 'seq' | 'forkedFrom'>;

/** What a phase that is closed or held up may leave the session in as well, where others are beside it. */
const BESIDE: readonly SessionState[] = ['running', 'waiting', 'blocked'];

/**
 * Why the trailers do not fit their kind, in words; empty if they do.
 *
 * @param beside phases work side by side: the state is that of all of them
 */
export function kindProblems(said: Said, beside: boolean): readonly string[] {
  const { kind, state } = said;
  const { of, states: alone } = SHAPES[kind];
  const states = beside && of === 'both' ? alone?.concat(BESIDE) : alone;
  return [
    ...phaseProblems(said),
    ...(states === undefined || states.includes(state) ? [] : [`${kind} leaves the session ${state}`]),
    ...placeProblems(said),
  ];
}

function phaseProblems({ kind, phase, attempt }: Said): readonly string[] {
  const there = [phase, attempt].filter((one) => one !== null).length;
  const { of } = SHAPES[kind];
  if (of === 'both' && there < 2) return [`${kind} without phase and attempt`];
  return of === 'none' && there > 0 ? [`${kind} with a phase or an attempt`] : [];
}

function placeProblems({ kind, seq, forkedFrom }: Said): readonly string[] {
  const isFirst = kind === 'opened' || kind === 'fork';
  return [
    ...(isFirst === (seq === 1) ? [] : [`${kind} as checkpoint ${seq}`]),
    ...(kind === 'fork' && forkedFrom === null ? ['fork of nothing'] : []),
  ];
}
