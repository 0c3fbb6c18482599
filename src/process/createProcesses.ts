import { randomBytes } from 'node:crypto';
import { isCopiedFrom } from '../host/copiedFrom.ts';
import type { ProcessEnd, ProcessGroup, Processes, ProcessTask } from '../session/ports.ts';
import { endGroup } from './endGroup.ts';
import { runBelow, type NotTaken } from './runBelow.ts';
import { shareSupervisor, type SharedSupervisor } from './sharedSupervisor.ts';
import type { SupervisorProgram } from './spawnSupervisor.ts';
import { openLink } from './supervisorLink.ts';

/** The real processes of an engine. */
export interface OwnProcesses extends Processes {
  /** Ends the supervisor, and whatever still runs below it. */
  dispose(): Promise<void>;
}

/**
 * Runs commands below one supervisor, and each conversation below one of its own: `dist/supervisor.cjs`, or
 * `src/process/supervisor.ts` from source on Node 24.
 *
 * @param gitDir of the repository that the commands work for
 * @param shared the one supervisor; default: one that nobody else uses
 */
export function createProcesses(
  program: SupervisorProgram,
  gitDir: string,
  shared: SharedSupervisor = shareSupervisor(program),
): OwnProcesses {
  const once = async (task: ProcessTask, mark: string): Promise<ProcessEnd | NotTaken> => {
    if (task.signal.aborted) return cancelled();
    const own = task.talk === undefined ? null : await openLink(program, { talks: true });
    const supervisor = own ?? (await shared.get());
    try {
      return task.signal.aborted ? cancelled() : await runBelow(supervisor, task, mark);
    } finally {
      void own?.close();
    }
  };
  return {
    prepare: () => void shared.get().catch(() => undefined), // Whoever runs a program is told why there is none.
    async run(task) {
      const onStarted = async (group: ProcessGroup): Promise<void> => task.onStarted?.({ ...group, gitDir });
      const mark = randomBytes(16).toString('hex');
      const own = { ...task, onStarted };
      // A supervisor that was idle may have been killed, and nobody noticed yet.
      const first = await once(own, mark);
      const end = first.kind === 'not-taken' ? await once(own, mark) : first;
      if (end.kind === 'not-taken') throw end.error;
      return end;
    },
    // A copy of the repository has the record too, while the group works for the original.
    end: async (group) =>
      group.gitDir !== undefined && isCopiedFrom(group.gitDir, gitDir) ? false : endGroup(group),
    dispose: () => shared.end(),
  };
}

const cancelled = (): ProcessEnd => ({
  kind: 'cancelled',
  exitCode: null,
  signal: null,
  ms: 0,
  tail: '',
  orphans: 0,
});
