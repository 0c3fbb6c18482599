import { commandsOf } from '../../model/agent/sessionCommands.ts';
import { shownCommands, type ShownCommand } from '../../model/agent/shownCommands.ts';
import type { Isolation } from '../../model/workflow/workflow.ts';
import type { Ahead, AheadCommands } from '../ahead.ts';
import type { StartOptions } from '../api/run.ts';
import type { ChosenHere } from './chooseHere.ts';
import type { FoundWorker } from './whoWorks.ts';

/** What a start is going to do, for whoever is about to let it. */
export function aheadOfStart(
  { loaded, project }: Pick<ChosenHere, 'loaded' | 'project'>,
  workers: readonly FoundWorker[],
  { commands = {} }: Pick<StartOptions, 'commands'>,
  isolation: Isolation,
): Ahead {
  const { workflow, file, because, isShipped } = loaded;
  const from = (said: readonly string[] | undefined): AheadCommands['from'] => {
    if (!isShipped) return 'workflow';
    return said === undefined ? 'project' : 'said';
  };
  const all = shownCommands(commandsOf(workflow));
  const shown = (does: ShownCommand['does']): readonly string[] => [
    ...new Set(all.filter((one) => one.does === does).map(({ what }) => what)),
  ];
  const isApart = isolation === 'worktree';
  return {
    workflow: {
      name: workflow.name,
      file: isShipped ? null : file,
      because,
      phases: workflow.written.map(({ id }) => id),
    },
    workers: workers.map(({ permissions: _mayDo, ...worker }) => worker),
    copies: isApart ? shown('copies') : [],
    setup: isApart ? { run: shown('runs'), from: from(commands.setup) } : null,
    checks: { run: shown('check'), from: from(commands.checks) },
    project,
  };
}
