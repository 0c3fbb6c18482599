import { phaseInTest } from '../graph/condition.ts';
import type { PhaseId } from '../names/ids.ts';
import type { PhaseGraph, Promising } from './phaseGraph.ts';
import type { ForEach } from './workflow.ts';
import type { WorkflowFile } from './workflowSchema.ts';

/** The phases that one needs and that promise a file, which is written as in a condition. */
export function promisersOf<P extends Promising>(
  graph: PhaseGraph<P>,
  id: string,
  file: string,
): readonly P['id'][] {
  const named = phaseInTest({ file });
  const path = named === null ? file : file.slice(named.length + 1);
  return graph
    .promising(path)
    .filter((by) => (named === null || by.id === named) && graph.needs(id, by.id))
    .map((by): P['id'] => by.id);
}

const USUAL_MAX = 50;

/** `forEach` of a phase, of a workflow whose rules hold. */
export function forEachOf(
  graph: PhaseGraph<Promising<PhaseId>>,
  id: PhaseId,
  written: WorkflowFile['phases'][number]['forEach'],
): ForEach | null {
  if (written === undefined) return null;
  const { file, at = '', max = USUAL_MAX } = written;
  const [by] = promisersOf(graph, id, file);
  return by === undefined ? null : { file, at, by, max };
}
