import type { SessionId } from '../../model/names/ids.ts';
import type { Issue } from '../../model/start/issue.ts';
import type { CairnApi } from '../../session/api.ts';
import type { MachineFacts } from '../../model/machine/machineFacts.ts';
import type { MachineAgents } from '../../session/api/agents.ts';
import type { RunRequest } from '../../session/api/run.ts';
import type { Run } from '../../runner/run.ts';
import type { Style } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What a command is given. */
export interface Context {
  readonly terminal: Terminal;
  /** Absolute: `--repo`, else the current directory. */
  readonly folder: string;
  readonly json: boolean;
  /** For prose. */
  readonly style: Style;
  /** Columns that prose may take. */
  readonly width: number;
  /** Prints prose at once: on standard output, or on standard error with `--json`. Adds the newline. */
  readonly say: (text: string) => void;
  /** The engine; opened at the first call, closed when the command is over. */
  api(): Promise<CairnApi>;
  /** An id for a session of this request. */
  newSession(request: string): Promise<SessionId>;
  /** An issue, by its number or its page; read by `gh`. */
  issue(name: string): Promise<Issue>;
  /** The agents that could do the work on this machine; needs no repository. */
  agents(): MachineAgents;
  /** What is found of this machine and of `folder`. */
  machine(): Promise<MachineFacts>;
  /** Root of the working tree that `folder` lies in. */
  root(): Promise<string>;
  readonly launch: (request: RunRequest) => Promise<Run>;
  /** A command to type next, quoted for a shell, with `--repo` if this one had it. */
  readonly command: (...words: readonly string[]) => string;
}

/** The result of a command: its exit code, its one JSON value, and what a person reads instead. */
export interface Answer {
  /** One of `EXIT`; for `effect`, that of the command it ran. */
  readonly exit: number;
  readonly json: unknown;
  /** Printed unchanged, so it must already be safe; bytes (of a file) are printed raw. */
  readonly text: string | Uint8Array;
}

/** Words and options as they were typed; an option that was not given is absent. */
export interface Typed {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  /** The words after `--`. */
  readonly rest: readonly string[];
}

export interface CommandOption {
  /** As commander writes them: `--request <text>`, `-m, --message <text>`. */
  readonly flags: string;
  readonly does: string;
  readonly choices?: readonly string[];
  /** It may be given more than once. */
  readonly repeated?: true;
  /** Accepted only to be refused with a better message; no help names it. */
  readonly hidden?: true;
}

/** One row of the table of commands. */
export interface Command {
  readonly name: string;
  /** It goes on to work, and only its own help names it. */
  readonly isOldWord?: true;
  /** As commander writes them: `<workflow>`, `[session]`, `[paths...]`. */
  readonly words: readonly { readonly name: string; readonly is: string }[];
  /** The command checks further words itself, to refuse them with a better message. */
  readonly takesAnyWords?: true;
  readonly options: readonly CommandOption[];
  readonly does: string;
  /** A longer description, for its own help. */
  readonly more?: string;
  readonly examples: readonly (readonly [command: string, does: string])[];
  /** When true, standard output belongs to what the command runs, and its prose goes to standard error. */
  readonly ownOutput?: (typed: Typed) => boolean;
  /** What a person wants who types it; in the order of the help. */
  readonly group:
    | 'Start and go on'
    | 'Look'
    | 'Decide'
    | 'Go back'
    | 'Finish'
    | 'When something is wrong'
    | 'Rarely';
  run(context: Context, typed: Typed): Promise<Answer>;
}
