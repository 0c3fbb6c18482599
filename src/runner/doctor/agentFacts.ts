import type { AgentFact, AutoFact } from '../../model/machine/machineFacts.ts';
import type { AgentsFound } from '../../session/results.ts';

/** Those that are here. */
export const agentFacts = (
  { agents }: AgentsFound,
  { inWindow, isAsked }: { readonly inWindow: boolean; readonly isAsked: boolean },
): readonly AgentFact[] =>
  agents
    .filter(({ kind }) => kind !== null && kind !== 'manual')
    .map(({ name, kind, version, program, login = null }) => ({
      name,
      isAsked,
      version,
      program,
      login,
      isElsewhere: kind === 'language-model' && !inWindow,
    }));

/** Who does phases that name nobody. */
export function autoFact({ agents, auto }: AgentsFound, inWindow: boolean): AutoFact {
  const { name, because } = auto;
  const is = whoIs(auto, inWindow);
  if (is === 'agent' || is === 'person') return { is, name, because };
  const missing = agents.filter(({ kind }) => kind === null);
  const meant = is === 'gone' ? missing.find((agent) => agent.name === name) : missing[0];
  return { is, name, because, install: meant?.install ?? null, isRefused: is === 'gone' || !inWindow };
}

function whoIs(
  { kind, chosen }: AgentsFound['auto'],
  inWindow: boolean,
): 'agent' | 'person' | 'nobody' | 'gone' {
  if (kind === null || (kind === 'language-model' && !inWindow)) return 'gone';
  if (kind !== 'manual') return 'agent';
  return chosen ? 'person' : 'nobody';
}
