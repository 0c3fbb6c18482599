import { parseWorkflow } from '../../src/model/workflow/parseWorkflow.ts';
import type { Workflow } from '../../src/model/workflow/workflow.ts';

type PhaseWritten = Readonly<{ id: string } & Record<string, unknown>>;

/** A workflow of these phases, each of which promises `<id>.json` unless it says otherwise. */
export function workflowOf(phases: readonly PhaseWritten[], rest: object = {}): Workflow {
  const whole = phases.map((phase) => ({ artifacts: [`${phase.id}.json`], ...phase }));
  const read = parseWorkflow('w.yaml', JSON.stringify({ schema: 2, name: 'w', ...rest, phases: whole }));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}
