import { dirname, join } from 'node:path';
import type { Start } from '../model/agent/knownAgents.ts';
import type { AgentTask, ProcessTask } from '../session/ports.ts';

/** How every program of an agent is run for a task. */
export const programTask = ({ command, env }: Start, task: AgentTask) =>
  ({
    command,
    cwd: task.cwd,
    env: { ...task.env, ...env },
    stdin: '',
    timeoutMs: task.timeoutMs,
    signal: task.signal,
    onStarted: task.onStarted,
    // If it talks to us, what we understand of that is the log that people read; anything else it prints is kept beside it.
    outputFile: join(dirname(task.outputFile), 'stderr.log'),
  }) satisfies ProcessTask;
