import { programName } from '../../model/agent/agentNames.ts';
import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import type { Agent, AgentTask, ProcessEnd, Processes } from '../../session/ports.ts';
import type { DefinitionOf, Naming } from '../agentsOptions.ts';
import { because, notStarted } from '../outcomeOfProcess.ts';
import { crashed } from '../outcomes.ts';
import { programTask } from '../programTask.ts';
import { withLog } from '../withLog.ts';
import type { FailureSignal } from './failureSignal.ts';

/** An agent that speaks the Agent Client Protocol on its standard input and output. A mode that a person named must exist. */
export interface AcpDefinition extends Omit<DefinitionOf<'acp'>, 'kind'>, Naming {
  /** If nobody named a mode, the first of these that the agent has is set. */
  readonly preferredModes: readonly string[];
  /** What a person types to log in; shown in the question. */
  readonly login: string | null;
  /** How it reports, in its own way, that its provider failed; null if we know of none. */
  readonly tellsFailure: FailureSignal | null;
  /** True if the program we start is an adapter, which reports its own version. */
  readonly isAdapter: boolean;
  /** Whether it may have one shell read several lines: then each of them may change what later ones mean. */
  readonly keepsShell: boolean;
  /** How long its first answer may take; two minutes by default, as `npx` may have to fetch it. Milliseconds. */
  readonly helloMs?: number;
}

/** How long a program may take to end once the conversation is over. Milliseconds. */
const GRACE_MS = 1_000;
/** How long an agent may take to confirm that it was cancelled, before we end it. Milliseconds. */
const CANCEL_MS = 300;
const HELLO_MS = 120_000;

/**
 * Drives one turn: a session of the agent's own in the working tree, the prompt, and what it says until it stops.
 * Whatever happens, the program and all that it started are gone when `run` resolves.
 */
export function acpAgent(of: AcpDefinition, processes: Processes): Agent {
  let told: string | null = null;
  return {
    kind: 'acp',
    name: of.name,
    chosenBecause: of.chosenBecause,
    permissions: of.permissions,
    stallMs: of.stallMs,
    version: async () => (of.isAdapter ? null : told) ?? of.version(),
    ...(of.isAdapter ? { adapter: () => told } : {}),
    async run(task) {
      if (task.signal.aborted) return { kind: 'cancelled' };
      return withLog(task, (logged) => attempt(of, processes, logged, (version) => (told = version)));
    },
  };
}

async function attempt(
  of: AcpDefinition,
  processes: Processes,
  task: AgentTask,
  onVersion: (version: string) => void,
): Promise<AgentOutcome> {
  const [ending, cancelling] = [new AbortController(), new AbortController()];
  const cancel = (): void => {
    cancelling.abort();
    setTimeout(() => ending.abort(), CANCEL_MS).unref();
  };
  task.signal.addEventListener('abort', cancel, { once: true });
  let said: Promise<AgentOutcome | null> = Promise.resolve(null);
  let greeted = false;
  // Imports the protocol's SDK, which no window needs, so it is bundled into its own file.
  const { converse } = await import('./converse.ts');
  const onHello = (version?: string): void => {
    greeted = true;
    if (version !== undefined) onVersion(version);
  };
  try {
    const end = await processes.run({
      ...programTask(of, task),
      signal: ending.signal,
      talk(pipe) {
        said = converse(pipe, { helloMs: HELLO_MS, ...of, onHello }, task, cancelling.signal).finally(() =>
          pipe.finish(GRACE_MS),
        );
      },
    });
    if (end.orphans > 0) task.onEvent({ type: 'left-running', programs: end.orphans });
    return conversationOutcome(await said, end, task, { ...of, greeted });
  } finally {
    task.signal.removeEventListener('abort', cancel);
  }
}

/** Our own request decides first, then what the agent said while it was alive, then how its process ended. */
function conversationOutcome(
  said: AgentOutcome | null,
  end: ProcessEnd,
  { signal }: AgentTask,
  { name, command, greeted }: Pick<AcpDefinition, 'name' | 'command'> & { readonly greeted: boolean },
): AgentOutcome {
  if (signal.aborted) return { kind: 'cancelled' };
  if (end.kind === 'timed-out') return { kind: 'timed-out', afterMs: end.ms };
  if (end.kind === 'not-started') return notStarted(programName(command[0]), end);
  if (said !== null && end.early !== true) return said;
  const when = greeted
    ? 'in the middle of its turn'
    : 'before it had said anything in the Agent Client Protocol';
  const how =
    end.kind === 'exited'
      ? `ended ${when} (exit ${end.exitCode})`
      : `was ended by ${end.signal ?? 'a signal'} ${when}`;
  // A killed process could not say why.
  const why = end.kind === 'exited' ? end.tail : '';
  return crashed(because(`${name} ${how}`, why), end.exitCode);
}
