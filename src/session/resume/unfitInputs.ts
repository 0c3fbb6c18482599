import { CairnError } from '../../base/cairnError.ts';
import { demandWords } from '../../model/inputs/inputWords.ts';
import { replan } from '../../model/items/expandWorkflow.ts';
import { itemTexts } from '../../model/items/itemTexts.ts';
import { inputValues } from '../../model/inputs/inputsRecord.ts';
import { judgeInputs, type Faulty } from '../../model/inputs/judgeInputs.ts';
import { placeInYaml } from '../../model/parsing/yamlSource.ts';
import { fillWorkflow, MOST_FILLED } from '../../model/template/fillWorkflow.ts';
import type { LoadedWorkflow } from '../record/loadWorkflow.ts';
import { matchesWithin } from '../record/matchesWithin.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';

/**
 * A session keeps the inputs that it began with, as it keeps its request: a workflow that it is to follow must take these, and
 * have a default for whatever else it asks; filled in, with the items that it has, it may ask no more of agents than any other.
 *
 * @throws `workflow/invalid`
 */
export function refuseUnfitInputs(
  world: Pick<World, 'withinTime' | 'clock'>,
  record: Pick<SessionRecord, 'given' | 'request' | 'workflow' | 'expansions'>,
  { workflow, file, text }: LoadedWorkflow,
): void {
  const { given, request } = record;
  const asked = new Set(workflow.inputs.map(({ name }) => name));
  const still = new Map([...given].filter(([name]) => asked.has(name)));
  const judged = judgeInputs(workflow.inputs, still, matchesWithin(world));
  const faults = judged.ok ? [] : judged.error;
  const values = { inputs: inputValues(workflow.inputs, still), request };
  const filled = fillWorkflow(replan(workflow, record), values, itemTexts);
  if (faults.length === 0 && filled !== null) return;
  const yaml = placeInYaml(file, text);
  const problems = faults.flatMap((fault) =>
    fault.because === 'unknown'
      ? []
      : [{ file, ...yaml.at(['inputs'], fault.input.name), message: whyUnfit(fault) }],
  );
  if (filled === null)
    problems.push({
      file,
      ...yaml.at(['phases']),
      message: `filled in, the prompts have more than ${MOST_FILLED} characters`,
    });
  throw new CairnError('workflow/invalid', { file, problems });
}

function whyUnfit(fault: Exclude<Faulty, { readonly because: 'unknown' }>): string {
  const { name } = fault.input;
  return fault.because === 'missing'
    ? `this session has no "${name}", and its inputs are fixed since it began: give it a default here, or start another session`
    : `the "${name}" of this session ${demandWords(fault.demand, fault.value)}; inputs are fixed since it began`;
}
