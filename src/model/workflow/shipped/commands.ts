import type { Project } from '../../project/project.ts';
import { checkName } from '../checkName.ts';
import type { CheckRule, Command, Isolation, Workflow } from '../workflow.ts';

/** What a workflow that comes with Cairn runs of a project. */
export interface Commands {
  /** Untracked files that a new working tree is given. */
  readonly copy: readonly string[];
  readonly setup: readonly Sourced[];
  readonly checks: readonly (Sourced & Partial<Pick<CheckRule, 'name' | 'timeoutMs'>>)[];
  /** Whether phases may be worked on at once: in one working tree they cannot. */
  readonly isParallel: boolean;
}

/** A command and the file of the project that tells of it; null: a person, or a session, says so. */
export interface Sourced {
  readonly run: Command;
  readonly file: string | null;
}

/** What a person said instead of what was found out; left out: what was found. */
export interface SaidCommands {
  readonly setup?: readonly string[];
  readonly checks?: readonly string[];
}

/** Nothing is run. */
export const NO_COMMANDS: Commands = { copy: [], setup: [], checks: [], isParallel: true };

/** The commands of a project, or those that a person said instead. */
export const commandsOf = (
  project: Project,
  said: SaidCommands = {},
  { isParallel }: Pick<Commands, 'isParallel'> = NO_COMMANDS,
): Commands => ({
  copy: [],
  setup: said.setup?.map(asSaid) ?? project.setup.map(sourced),
  checks: said.checks?.map(asSaid) ?? project.checks.map(sourced),
  isParallel,
});

const asSaid = (run: string): Sourced => ({ run, file: null });
const sourced = ({ run, file }: Sourced): Sourced => ({ run, file });

/**
 * Those that a session runs already, each once: another workflow for it goes on with them, whatever the project says by now.
 *
 * @param isolation of the session, which its workflow need not say
 */
export function commandsOfSession({ worktree, written }: Workflow, isolation: Isolation): Commands {
  const checks = new Map(
    written
      .flatMap((phase) => phase.checks)
      .map(({ name, run, timeoutMs }) => [
        JSON.stringify(run),
        { run, file: null, timeoutMs, ...(name === checkName({ run }) ? {} : { name }) },
      ]),
  );
  return {
    copy: worktree.copy,
    setup: worktree.setup.map((run) => ({ run, file: null })),
    checks: [...checks.values()],
    isParallel: isolation === 'worktree',
  };
}
