import { CairnError } from '../../src/base/cairnError.ts';
import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import type { Agent, Agents, AgentTask } from '../../src/session/ports.ts';

/** What an agent does in one attempt. `attempt` counts from 1 for each agent. */
export type AgentScript = (task: AgentTask, attempt: number) => Promise<AgentOutcome> | AgentOutcome;

export interface ScriptedAgents extends Agents {
  /** Every attempt, in order. */
  readonly runs: readonly { readonly agent: string; readonly task: AgentTask }[];
}

/**
 * Agents that a test plays, by name (`auto` and inline ones by `*`). A script that never settles ends with the
 * task's signal, as a real agent does. `kind` lets one pass for a person (`manual`).
 */
export function scriptedAgents(
  scripts: Readonly<
    Record<string, AgentScript | { readonly kind: Agent['kind']; readonly run: AgentScript }>
  >,
): ScriptedAgents {
  const runs: { readonly agent: string; readonly task: AgentTask }[] = [];
  const attempts = new Map<string, number>();
  return {
    runs,
    survey: async () => [],
    async resolve(choice) {
      const asked = choice.kind === 'named' ? choice.name : choice.kind;
      const name = asked in scripts ? asked : '*';
      const entry = scripts[name];
      if (entry === undefined)
        throw new CairnError('machine/agent-not-found', { agent: asked, tried: Object.keys(scripts) });
      const { kind, run } = typeof entry === 'function' ? { kind: 'command' as const, run: entry } : entry;
      return {
        kind,
        name: asked === 'auto' ? name : asked,
        chosenBecause: asked === 'auto' ? 'the test says so' : null,
        permissions: null,
        stallMs: null,
        version: async () => '1.0.0',
        async run(task) {
          if (task.signal.aborted) return { kind: 'cancelled' };
          runs.push({ agent: asked, task });
          const attempt = (attempts.get(asked) ?? 0) + 1;
          attempts.set(asked, attempt);
          if (kind !== 'manual')
            await task.onStarted({
              pid: 2000 + runs.length,
              startTime: String(runs.length),
              mark: `agent-${runs.length}`,
            });
          return Promise.race([Promise.resolve(run(task, attempt)), cancelled(task.signal)]);
        },
      };
    },
  };
}

function cancelled(signal: AbortSignal): Promise<AgentOutcome> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true }),
  );
}
