import type { AheadCommands } from '../../../session/ahead.ts';
import { foundBy, type StartState } from './startState.ts';

/** What checks the work, or sets a worktree up, as things are now. */
export interface CommandsNow {
  /** As they are given to a start again; of a file as they may be shown. */
  readonly run: readonly string[];
  readonly from: AheadCommands['from'];
  /** What was found out, whatever a person said. */
  readonly found: readonly string[];
  /** The files that tell of those. */
  readonly files: readonly string[];
}

export type CommandKind = 'checks' | 'setup';

/** Null: not known, or there is none of it. */
export function commandsNow(state: StartState, kind: CommandKind): CommandsNow | null {
  const ahead = foundBy(state)?.ahead;
  const now = ahead?.[kind] ?? null;
  if (ahead === undefined || now === null) return null;
  const found = ahead.project?.[kind] ?? [];
  const all = found.map(({ run }) => run);
  const files = [...new Set(found.map(({ file }) => file))];
  if (now.from === 'workflow') return { run: now.run, from: now.from, found: all, files };
  const said = state.draft[kind];
  // What may be shown of a command is not always the command.
  return { run: said ?? all, from: said === null ? 'project' : 'said', found: all, files };
}
