import type { ModelSelector } from '../chat/chat.ts';
import type { AgentChoice, Workflow } from '../workflow/workflow.ts';

/** The agents of a workflow's phases, each once, in phase order: a name, `auto`, `manual`, or a program. */
export function agentNames({ agent, phases }: Pick<Workflow, 'agent' | 'phases'>): readonly string[] {
  return [...new Set(phases.map((phase) => nameOf(phase.agent ?? agent)))];
}

function nameOf(choice: AgentChoice): string {
  if (choice.kind === 'named') return choice.name;
  if (choice.kind === 'manual') return 'manual';
  if (choice.kind === 'language-model') return modelName(choice.model);
  return programName(choice.command[0]);
}

/** What people call a program, without its path. */
export const programName = (program: string): string => program.split(/[\\/]/).at(-1) ?? program;

/** Whether the workflow gives the phase to a person, whatever agents exist. */
export function isByHand(
  { agent, phases }: Pick<Workflow, 'agent' | 'phases'>,
  id: string | undefined,
): boolean {
  return isPerson(phases.find((phase) => phase.id === id)?.agent ?? agent);
}

/** True if a person does the work: `manual` is a kind and a name. */
export const isPerson = (choice: AgentChoice): boolean =>
  choice.kind === 'manual' || (choice.kind === 'named' && choice.name === 'manual');

/** A workflow's name for a VS Code language model that no setting names. */
export const VSCODE = 'vscode';

/** Selects a language model; without criteria, VS Code's first. */
export const modelName = (model: ModelSelector): string => Object.values(model).join('/') || VSCODE;
