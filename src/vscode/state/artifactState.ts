import type { PhaseView } from '../../session/results.ts';
import type { QuestionKind } from './acts.ts';

/** What an artifact is to its phase: `later` is one that it has still to make. */
export type ArtifactState = 'there' | 'empty' | 'later' | 'missing';

/** Whether a phase has begun in its round: before, what it promises says nothing of it. */
export const hasBegun = ({ status, attempt }: Pick<PhaseView, 'status' | 'attempt'>): boolean =>
  attempt > 0 && status !== 'pending';

/** @param asks what the phase waits for; null if it does not wait */
export function artifactState(
  { status, attempt }: Pick<PhaseView, 'status' | 'attempt'>,
  { present, bytes }: PhaseView['artifacts'][number],
  asks: QuestionKind | null,
): ArtifactState {
  if (present) return bytes === 0 ? 'empty' : 'there';
  const isMade = asks === 'approval' || asks === 'packet' || OVER.has(status);
  return isMade && hasBegun({ status, attempt }) ? 'missing' : 'later';
}

/** Nobody is about to make it. */
const OVER: ReadonlySet<string> = new Set(['blocked', 'done', 'cancelled']);
