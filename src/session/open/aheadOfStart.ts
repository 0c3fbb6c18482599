import { shellWords } from '../../base/shellWords.ts';
import type { Command, Isolation } from '../../model/workflow/workflow.ts';
import type { Ahead, AheadCommands } from '../ahead.ts';
import type { StartOptions } from '../api/run.ts';
import type { ChosenHere } from './chooseHere.ts';

/** What a start is going to do, for whoever is about to let it. */
export function aheadOfStart(
  { loaded, project }: Pick<ChosenHere, 'loaded' | 'project'>,
  workers: Ahead['workers'],
  { commands = {} }: Pick<StartOptions, 'commands'>,
  isolation: Isolation,
): Ahead {
  const { workflow, file, because, isShipped } = loaded;
  const from = (said: readonly string[] | undefined): AheadCommands['from'] => {
    if (!isShipped) return 'workflow';
    return said === undefined ? 'project' : 'said';
  };
  const checks = workflow.written.flatMap((phase) => phase.checks.map(({ run }) => run));
  return {
    workflow: {
      name: workflow.name,
      file: isShipped ? null : file,
      because,
      phases: workflow.written.map(({ id }) => id),
    },
    workers,
    setup:
      isolation === 'worktree' ? { run: typed(workflow.worktree.setup), from: from(commands.setup) } : null,
    checks: { run: typed(checks), from: from(commands.checks) },
    project,
  };
}

const typed = (all: readonly Command[]): readonly string[] => [
  ...new Set(all.map((run) => (typeof run === 'string' ? run : shellWords(run)))),
];
