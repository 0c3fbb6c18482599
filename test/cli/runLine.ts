import type { Run } from '../../src/runner/run.ts';
import type { RunEvent, RunNews } from '../../src/runner/runEvents.ts';
import { runCli } from '../../src/cli/runCli.ts';
import type { Sink, Terminal } from '../../src/cli/terminal/terminal.ts';
import type { MachineFacts } from '../../src/model/machine/machineFacts.ts';
import { WELL } from '../support/machineFacts.ts';
import type { Issue } from '../../src/model/start/issue.ts';
import type { RunRequest } from '../../src/session/api/run.ts';
import { NOW, OUTCOME, SESSION, scriptedApi, type ScriptedApi } from './scriptedApi.ts';

export interface LineOptions {
  /** What an act of the engine tells on the way. */
  readonly tells?: readonly string[];
  readonly api?: ScriptedApi;
  /** Both streams are terminals of this many columns. */
  readonly terminal?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input, which is no terminal then; one that has not ended yet is a promise. */
  readonly input?: string | Uint8Array | Promise<string>;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** What is found of the machine. */
  readonly machine?: MachineFacts;
  /** What gh shows. */
  readonly issue?: (name: string) => Promise<Issue>;
  /** Lines that the person types. */
  readonly types?: readonly string[];
  /** What happens while the runner is being launched; it is given ctrl-C. */
  readonly launching?: (interrupt: () => void) => Promise<void>;
  /** What the runner says; a function may wait for what it is told. */
  readonly news?: readonly RunNews[] | ((told: Told) => AsyncIterable<RunNews>);
}

/** What a scripted runner hears. */
export interface Told {
  readonly stop: Promise<void>;
  readonly kill: Promise<void>;
  /** Ctrl-C in the terminal. */
  readonly interrupt: () => void;
}

export interface LineResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly requests: readonly RunRequest[];
  readonly calls: ScriptedApi['calls'];
  readonly asked: readonly string[];
  /** What `auto` was told to mean. */
  readonly chosen: readonly (string | null)[];
  /** How many runs were discarded, as nothing had begun. */
  readonly discarded: number;
  /** Standard output as the one JSON value that it must be. */
  json(): unknown;
}

/** Carries out one command line against a scripted engine, in a terminal that is none. */
export async function runLine(words: readonly string[], options: LineOptions = {}): Promise<LineResult> {
  const api = options.api ?? scriptedApi();
  const [out, err] = [sink(options.terminal), sink(options.terminal)];
  const typed = [...(options.types ?? [])];
  const asked: string[] = [];
  const chosen: (string | null)[] = [];
  const requests: RunRequest[] = [];
  let discarded = 0;
  const listeners = new Set<() => void>();
  const terminal: Terminal = {
    out,
    err,
    env: options.env ?? {},
    cwd: '/site/work',
    now: () => NOW,
    isPiped: () => options.input !== undefined,
    readInput: async (most) => {
      const bytes = Buffer.from((await options.input) ?? '');
      return bytes.length > most ? null : bytes;
    },
    async readFile(path) {
      const content = options.files?.[path];
      if (content === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
      return Buffer.from(content);
    },
    isFile: async (path) => options.files?.[path] !== undefined,
    canAsk: () => options.terminal !== undefined,
    async ask(question) {
      if (options.terminal === undefined) return null;
      asked.push(question);
      return typed.shift() ?? null;
    },
    onInterrupt(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
  };
  const interrupt = (): void => listeners.forEach((listener) => listener());
  const code = await runCli(
    words,
    terminal,
    {
      async open(_folder, tell) {
        for (const text of options.tells ?? []) tell(text);
        return { api, root: '/site/work', commonDir: '/site/work/.git', dispose: async () => {} };
      },
      commonDir: async () => null,
      agents: () => ({
        found: () => api.agents(),
        auto: async () => (await api.agents()).auto,
        choose: async (name) => void chosen.push(name),
      }),
      machine: async () => options.machine ?? WELL,
      newSession: () => Promise.resolve(SESSION),
      issue: (name, folder) => {
        api.calls.push(['issue', name, folder]);
        return options.issue?.(name) ?? Promise.reject(new Error('no gh'));
      },
      async launch(request) {
        requests.push(request);
        await options.launching?.(interrupt);
        return {
          ...scriptedRun(options.news ?? [{ type: 'outcome', outcome: OUTCOME }], interrupt),
          discard: async () => void (discarded += 1),
        };
      },
    },
    '1.2.3',
  );
  return {
    code,
    out: out.text(),
    err: err.text(),
    requests,
    calls: api.calls,
    asked,
    chosen,
    discarded,
    json: () => JSON.parse(out.text()) as unknown,
  };
}

function scriptedRun(news: NonNullable<LineOptions['news']>, interrupt: () => void): Omit<Run, 'discard'> {
  const [stop, kill] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    folder: '/run',
    log: '/run/runner.log',
    async *follow(signal): AsyncGenerator<RunEvent> {
      const said =
        typeof news === 'function' ? news({ stop: stop.promise, kill: kill.promise, interrupt }) : news;
      let seconds = 0;
      for await (const each of said) {
        if (signal?.aborted === true) return;
        yield { at: new Date(NOW - 60_000 + 1000 * seconds++).toISOString(), ...each };
      }
    },
    askToStop: async () => stop.resolve(),
    kill: async () => kill.resolve(),
  };
}

/** Rows of a terminal. */
export const ROWS = 6;

function sink(columns: number | undefined): Sink & { text(): string } {
  const written: Uint8Array[] = [];
  return {
    write: (text) => void written.push(Buffer.from(text as string)),
    isTerminal: columns !== undefined,
    width: () => columns ?? Number.POSITIVE_INFINITY,
    height: () => (columns === undefined ? Number.POSITIVE_INFINITY : ROWS),
    text: () => Buffer.concat(written).toString('utf8'),
  };
}
