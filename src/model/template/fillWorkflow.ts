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
  if (!workflow.templates) return workflow;
  const lookUp = new Map([
    ['request', values.request.trimEnd()],
    ...[...values.inputs].map(([name, value]) => [`inputs.${name}`, value] as const),
  ]);
  const valuesFor = (phase: Phase) => {
    const item = new Map(Object.entries(itemOf(phase) ?? {}).map(([key, text]) => [`item.${key}`, text]));
    return (name: string): string | null => lookUp.get(name) ?? item.get(name) ?? null;
  };
  let length = 0;
  for (const phase of workflow.phases) length += lengthOf(phase, valuesFor(phase));
  if (length > MOST_FILLED) return null;
  return { ...workflow, phases: workflow.phases.map((phase) => fillPhase(phase, valuesFor(phase))) };
}

function fillPhase(phase: Phase, valueOf: (name: string) => string | null): Phase {
  const inTitle = (name: string): string | null => {
    const value = valueOf(name);
    return value === null ? null : cutTo(oneLine(value), LONGEST_IN_TITLE);
  };
  const title = phase.title === null ? '' : fillTemplates(phase.title, inTitle);
  return {
    ...phase,
    title: title.trim() === '' ? null : title,
    prompt: fillTemplates(phase.prompt, valueOf),
  };
}

/** Of the filled prompt, without making it. */
function lengthOf({ prompt }: Phase, valueOf: (name: string) => string | null): number {
  return templatesIn(prompt).reduce(
    (sum, { name }) => sum + (name === null ? 0 : (valueOf(name) ?? '').length),
    prompt.length,
  );
}
