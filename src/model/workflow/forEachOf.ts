import { neededBy, type Needing } from '../graph/needed.ts';
import { phaseInTest } from '../graph/condition.ts';
import type { PhaseId } from '../names/ids.ts';
import type { ForEach } from './workflow.ts';
import type { WorkflowFile } from './workflowSchema.ts';

/** A phase, what it needs and what it promises, as artifacts are written. */
export interface Promising<Id extends string = string> extends Needing<Id> {
  readonly artifacts: readonly { readonly path: string }[];
}

/** The phases that one needs and that promise a file, which is written as in a condition. */
export function promisersOf<Id extends string>(
  phases: readonly Promising<Id>[],
  id: Id,
  file: string,
): readonly Id[] {
  const needed = neededBy(phases, id);
  const named = phaseInTest({ file });
  const path = named === null ? file : file.slice(named.length + 1);
  return phases
    .filter((phase) => needed.has(phase.id) && (named === null || phase.id === named))
    .filter(({ artifacts }) => artifacts.some((rule) => rule.path === path))
    .map((phase) => phase.id);
}

const USUAL_MAX = 50;

/** `forEach` of a phase, of a workflow whose rules hold. */
export function forEachOf(
  phases: readonly Promising<PhaseId>[],
  id: PhaseId,
  written: WorkflowFile['phases'][number]['forEach'],
): ForEach | null {
  if (written === undefined) return null;
  const { file, at = '', max = USUAL_MAX } = written;
  const [by] = promisersOf(phases, id, file);
  return by === undefined ? null : { file, at, by, max };
}
