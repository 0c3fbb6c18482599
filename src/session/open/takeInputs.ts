import { CairnError } from '../../base/cairnError.ts';
import type { InputFault } from '../../base/inputFault.ts';
import { judgeInputs, type Faulty } from '../../model/inputs/judgeInputs.ts';
import type { GivenInputs } from '../../model/inputs/inputsRecord.ts';
import { placeInYaml } from '../../model/parsing/yamlSource.ts';
import { matchesWithin } from '../record/matchesWithin.ts';
import type { LoadedWorkflow } from '../record/loadWorkflow.ts';
import type { World } from '../world.ts';

/**
 * The values that a session begins with: those given, and defaults of its workflow.
 *
 * @throws `usage/inputs` with all that is missing, wrong or unknown
 */
export function takeInputs(
  world: Pick<World, 'withinTime' | 'clock'>,
  { workflow, file, text }: LoadedWorkflow,
  given: Readonly<Record<string, string>>,
): GivenInputs {
  const judged = judgeInputs(workflow.inputs, new Map(Object.entries(given)), matchesWithin(world));
  if (judged.ok) return judged.value;
  const known = workflow.inputs.map(({ name }) => name);
  const place = placeInYaml(file, text);
  const faults = judged.error.map((fault) => withPlace(fault, known, place));
  throw new CairnError('usage/inputs', { file, faults });
}

function withPlace(
  fault: Faulty,
  known: readonly string[],
  place: ReturnType<typeof placeInYaml>,
): InputFault {
  if (fault.because === 'unknown')
    return { because: 'unknown', input: fault.name, known, ...place.at(['inputs']) };
  const { name, description, enum: allowed, pattern } = fault.input;
  const at = { input: name, ...place.at(['inputs'], name) };
  if (fault.because === 'missing') return { because: 'missing', description, allowed, pattern, ...at };
  return { because: 'wrong', value: fault.value, demand: fault.demand, ...at };
}
