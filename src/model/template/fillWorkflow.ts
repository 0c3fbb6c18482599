import { cutTo, oneLine } from '../text/oneLine.ts';
import type { Phase, Workflow } from '../workflow/workflow.ts';
import { fillTemplates, templatesIn } from './template.ts';

/** What the templates of a session stand for. */
export interface TemplateValues {
  /** Of every input that the workflow has. */
  readonly inputs: ReadonlyMap<string, string>;
  readonly request: string;
}

/** The texts of an item, by key; null where a phase has none: its `{{ item.x }}` stay. */
export type ItemTexts = Readonly<Record<string, string>> | null;

/** In UTF-16 units, all phases together: a few bytes of a file can stand for a long request again and again. */
export const MOST_FILLED = 2_000_000;

/** A value in a title: a line, and no longer than that of a session. */
const LONGEST_IN_TITLE = 72;

/**
 * A workflow with the templates in titles and prompts replaced; nothing else of it has any. Null where that would be more than
 * {@link MOST_FILLED}.
 */
export function fillWorkflow(
  workflow: Workflow,
  values: TemplateValues,
  itemOf: (phase: Phase) => ItemTexts = () => null,
): Workflow | null {
  if (!workflow.templates)
    return { ...workflow, phases: workflow.phases.map((phase) => titled(phase, phase.title ?? '')) };
  const length = filledLengths(workflow, values, itemOf).reduce((sum, one) => sum + one, 0);
  if (length > MOST_FILLED) return null;
  const valuesFor = lookingUp(values, itemOf);
  return { ...workflow, phases: workflow.phases.map((phase) => fillPhase(phase, valuesFor(phase))) };
}

/** Of the filled prompt of each phase, without making it. */
export function filledLengths(
  { phases }: Pick<Workflow, 'phases'>,
  values: TemplateValues,
  itemOf: (phase: Phase) => ItemTexts,
): readonly number[] {
  const valuesFor = lookingUp(values, itemOf);
  return phases.map((phase) => lengthOf(phase, valuesFor(phase)));
}

/** What a name in a template of a phase stands for. */
function lookingUp(
  { request, inputs }: TemplateValues,
  itemOf: (phase: Phase) => ItemTexts,
): (phase: Phase) => (name: string) => string | null {
  const lookUp = new Map([
    ['request', request.trimEnd()],
    ...[...inputs].map(([name, value]) => [`inputs.${name}`, value] as const),
  ]);
  return (phase) => {
    const item = new Map(Object.entries(itemOf(phase) ?? {}).map(([key, text]) => [`item.${key}`, text]));
    return (name) => lookUp.get(name) ?? item.get(name) ?? null;
  };
}

function fillPhase(phase: Phase, valueOf: (name: string) => string | null): Phase {
  const inTitle = (name: string): string | null => {
    const value = valueOf(name);
    return value === null ? null : cutTo(oneLine(value), LONGEST_IN_TITLE);
  };
  const title = phase.title === null ? '' : fillTemplates(phase.title, inTitle);
  return { ...titled(phase, title), prompt: fillTemplates(phase.prompt, valueOf) };
}

/** A title is one line wherever it is read. */
function titled(phase: Phase, title: string): Phase {
  const line = oneLine(title);
  return { ...phase, title: line === '' ? null : line };
}

function lengthOf({ prompt }: Phase, valueOf: (name: string) => string | null): number {
  return templatesIn(prompt).reduce(
    (sum, { name }) => sum + (name === null ? 0 : (valueOf(name) ?? '').length),
    prompt.length,
  );
}
