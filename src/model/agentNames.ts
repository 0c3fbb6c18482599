import type { AgentChoice, Workflow } from './workflow.ts';

/** Who does the phases of a workflow, each once, in the order of the phases: a name, `auto`, `manual`, or a program. */
export function agentNames({ agent, phases }: Pick<Workflow, 'agent' | 'phases'>): readonly string[] {
  return [...new Set(phases.map((phase) => nameOf(phase.agent ?? agent)))];
}

function nameOf(choice: AgentChoice): string {
  if (choice.kind === 'named') return choice.name;
  if (choice.kind === 'manual') return 'manual';
  if (choice.kind === 'language-model') return Object.values(choice.model).join('/') || 'vscode';
  return choice.command[0].split(/[\\/]/).at(-1) ?? choice.command[0];
}
