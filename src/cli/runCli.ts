import { resolve } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import type { SessionId } from '../model/names/ids.ts';
import type { Run } from '../runner/run.ts';
import type { CairnApi } from '../session/api.ts';
import type { MachineFacts } from '../model/machine/machineFacts.ts';
import type { MachineAgents } from '../session/api/agents.ts';
import type { Issue } from '../model/start/issue.ts';
import type { RunRequest } from '../session/api/run.ts';
import type { Answer, Context } from './commands/command.ts';
import { COMMANDS } from './commands/commands.ts';
import { exitOfError, type ExitCode } from './output/exitCodes.ts';
import { jsonLine } from './terminal/plainText.ts';
import { parseCommandLine, type Parsed } from './program.ts';
import { refusedOutcome } from './commands/outcomeNow.ts';
import { reportError } from './output/reportError.ts';
import { shellWords } from '../base/shellWords.ts';
import { withNames, type Naming } from './output/withNames.ts';
import { toldLines } from './output/toldLines.ts';
import { createStyle, wantsColours } from './terminal/style.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The engine as the terminal opens it; `openWorld` fits. */
export interface OpenedForCli {
  readonly api: CairnApi;
  /** Root of the working tree that the folder lies in. */
  readonly root: string;
  /** The git directory shared by all working trees. */
  readonly commonDir: string;
  dispose(): Promise<void>;
}

/** What the command line is built on; tests use a scripted one. */
export interface Engine {
  /** `tell` gets facts, during an act, that a person would be angry to miss. */
  open(folder: string, tell: (text: string) => void): Promise<OpenedForCli>;
  /** As {@link OpenedForCli.commonDir}, where that can be told without opening anything; null where it cannot. */
  commonDir(folder: string): Promise<string | null>;
  agents(): MachineAgents;
  /** What is found of this machine and a folder on it; opens nothing. */
  machine(folder: string): Promise<MachineFacts>;
  /** An id for a session of this request. */
  newSession(request: string): Promise<SessionId>;
  /** What other people wrote of what is to be done; `folder`: of the repository that a number is about. */
  issue(name: string, folder: string): Promise<Issue>;
  launch(request: RunRequest, at: { readonly folder: string; readonly commonDir: string }): Promise<Run>;
}

/** Carries out one command line and resolves to the exit code: ours, or that of a command it ran. Never rejects. */
export async function runCli(
  words: readonly string[],
  terminal: Terminal,
  engine: Engine,
  version: string,
): Promise<number> {
  const json = words.slice(0, endOfOptions(words)).includes('--json');
  let parsed: Parsed;
  try {
    parsed = parseCommandLine(words, { version, width: terminal.out.width(), json });
  } catch (error) {
    return reportError(error, terminal, { json, command: commandIn(words) });
  }
  if (parsed.kind === 'print') {
    terminal.out.write(parsed.text);
    return 0;
  }
  const world = lazily(engine, resolve(terminal.cwd, parsed.repo ?? '.'), (text) =>
    toldLines(text, context.style, context.width).forEach((line) => context.say(line)),
  );
  const context: Context = createContext(terminal, world, {
    repo: parsed.repo,
    json: parsed.typed.options['json'] === true,
    aside: parsed.command.ownOutput?.(parsed.typed) === true,
  });
  try {
    return print(await parsed.command.run(context, parsed.typed), context);
  } catch (error) {
    return await refuse(error, context, parsed.command.name);
  } finally {
    await world.dispose();
  }
}

/** The command that invalid words still name, if any. */
function commandIn(words: readonly string[]): string | null {
  return words.find((word) => COMMANDS.some(({ name }) => name === word)) ?? null;
}

/** `--json` applies even to errors in the command line itself; after `--` it is an ordinary word. */
function endOfOptions(words: readonly string[]): number {
  const end = words.indexOf('--');
  return end === -1 ? words.length : end;
}

function print(answer: Answer, { json, terminal, say }: Context): number {
  if (json) terminal.out.write(jsonLine(answer.json));
  else if (typeof answer.text !== 'string') terminal.out.write(answer.text);
  else if (answer.text !== '') say(answer.text);
  return answer.exit;
}

/** Exits 3 and 6 are not errors to a program, which gets an outcome; a person reads the same sentences as ever. */
async function refuse(error: unknown, context: Context, command: string): Promise<ExitCode> {
  const { terminal, json } = context;
  const outcome = json && error instanceof CairnError ? await refusedOutcome(error, context) : null;
  if (outcome === null || !(error instanceof CairnError))
    return reportError(error, terminal, { json, command, ...(await namesIn(error, context)) });
  terminal.out.write(jsonLine(outcome));
  return exitOfError(error.code);
}

/** Sessions are looked at only where one is spoken of. */
async function namesIn(error: unknown, context: Context): Promise<Partial<Pick<Naming, 'short'>>> {
  if (!(error instanceof CairnError) || !('session' in error.details || 'among' in error.details)) return {};
  const { short } = await withNames(context);
  return { short };
}

interface LazyWorld {
  readonly folder: string;
  opened(): Promise<OpenedForCli>;
  readonly launch: (request: RunRequest) => Promise<Run>;
  readonly agents: () => MachineAgents;
  readonly machine: () => Promise<MachineFacts>;
  readonly newSession: Engine['newSession'];
  readonly issue: (name: string) => Promise<Issue>;
  dispose(): Promise<void>;
}

function lazily(engine: Engine, folder: string, tell: (text: string) => void): LazyWorld {
  let opening: Promise<OpenedForCli> | null = null;
  const opened = (): Promise<OpenedForCli> => (opening ??= engine.open(folder, tell));
  return {
    folder,
    opened,
    async launch(request) {
      const commonDir = (await engine.commonDir(folder)) ?? (await opened()).commonDir;
      return engine.launch(request, { folder, commonDir });
    },
    agents: () => engine.agents(),
    machine: () => engine.machine(folder),
    newSession: (request) => engine.newSession(request),
    issue: (name) => engine.issue(name, folder),
    async dispose() {
      // A failed opening was reported already.
      const world = await opening?.catch(() => null);
      await world?.dispose();
    },
  };
}

function createContext(
  terminal: Terminal,
  world: LazyWorld,
  typed: { readonly repo: string | null; readonly json: boolean; readonly aside: boolean },
): Context {
  const prose = typed.json || typed.aside ? terminal.err : terminal.out;
  return {
    terminal,
    folder: world.folder,
    json: typed.json,
    style: createStyle(wantsColours(terminal.env, prose.isTerminal)),
    width: prose.width(),
    say: (text) => prose.write(`${text}\n`),
    api: async () => (await world.opened()).api,
    agents: world.agents,
    machine: world.machine,
    newSession: world.newSession,
    issue: world.issue,
    root: async () => (await world.opened()).root,
    launch: world.launch,
    command: (...words) =>
      shellWords(['cairn', ...words, ...(typed.repo === null ? [] : ['--repo', typed.repo])]),
  };
}
