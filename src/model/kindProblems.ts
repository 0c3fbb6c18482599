import type { CheckpointKind, Trailers } from './checkpoint.ts';
import type { SessionState } from './status.ts';

/** What the trailers of one kind of checkpoint have (format, section 7). */
interface Shape {
  /** `both`: a phase and its attempt; `none`: neither; `any`: a checkpoint that concerns a phase or does not. */
  readonly of: 'both' | 'none' | 'any';
  /** The states that it may leave the session in; left out: any. */
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
  restore: { of: 'any' },
  fork: { of: 'any' },
  closed: { of: 'none', states: ['cancelled'] },
};

/** Why the trailers are not those of their kind, in words; none where they are. */
export function kindProblems({
  kind,
  phase,
  attempt,
  state,
  seq,
  forkedFrom,
}: Pick<Trailers, 'kind' | 'phase' | 'attempt' | 'state' | 'seq' | 'forkedFrom'>): readonly string[] {
  const { of, states } = SHAPES[kind];
  const problems: string[] = [];
  if (of === 'both' && (phase === null || attempt === null))
    problems.push(`${kind} without phase and attempt`);
  if (of === 'none' && (phase !== null || attempt !== null))
    problems.push(`${kind} with a phase or an attempt`);
  if (states !== undefined && !states.includes(state)) problems.push(`${kind} leaves the session ${state}`);
  const isFirst = kind === 'opened' || kind === 'fork';
  if (isFirst !== (seq === 1)) problems.push(`${kind} as checkpoint ${seq}`);
  if (kind === 'fork' && forkedFrom === null) problems.push('fork of nothing');
  return problems;
}
