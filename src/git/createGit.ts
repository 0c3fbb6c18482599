import { GitError, GitPluginError, simpleGit } from 'simple-git';
import {
  aloneEnvironment,
  DURABLE_CONFIG,
  FLUSHED_LATER_CONFIG,
  gitEnvironment,
  personEnvironment,
  PERSONS_CONFIG,
  PRIVATE_INDEX_CONFIG,
  QUIET_CONFIG,
  type Environment,
} from './env.ts';
import { turnToStart } from '../host/openFiles.ts';
import { failureOf } from './errors.ts';
import { pastHalfWritten } from './halfWritten.ts';

export interface GitCall {
  readonly cwd: string;
  /** Private index to use instead of the working tree's own. */
  readonly index?: string;
  readonly input?: Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Config for this call; keys may hold characters that `-c` cannot take. */
  readonly config?: readonly (readonly [key: string, value: string])[];
  /** Exit codes that are answers; others throw. Default: 0 only. */
  readonly answers?: readonly number[];
  /** Ended, as {@link TOO_MUCH}, once it has printed more than this many bytes. */
  readonly most?: number;
  /** Takes locks and flushes what it writes; `flushed-later`: the caller flushes the loose objects. */
  readonly writes?: true | 'flushed-later';
  /** In a git directory of ours: its config and attributes alone have a say, and nothing of the caller's environment that is git's. */
  readonly alone?: true;
  /** Runs with the person's own hooks, signing and identity; ended after this many milliseconds of silence. */
  readonly asPerson?: { readonly timeoutMs: number };
}

export interface GitAnswer {
  readonly code: number;
  readonly out: Buffer;
  readonly stderr: string;
}

/** In place of an exit code, as in `timeout(1)`. */
export const TIMED_OUT = 124;

/** In place of an exit code: it printed more than `most`. */
export const TOO_MUCH = 125;

/** Runs one git process and answers its output; throws `CairnError` for an exit code not in `answers`. */
export type Git = (args: readonly string[], call: GitCall) => Promise<GitAnswer>;

export interface GitProgram {
  readonly binary: string;
  readonly env: Environment;
}

/** The only place that calls `simpleGit()`. */
export function createGit(program: GitProgram): Git {
  return async (args, call) => {
    const answer = await pastHalfWritten(call.cwd, () => spawnOnce(program, args, call));
    if ((call.answers ?? [0]).includes(answer.code)) return answer;
    throw failureOf({ ...answer, args, cwd: call.cwd, binary: program.binary });
  };
}

/** Config as arguments before the command. */
export function configArguments(config: readonly string[]): string[] {
  return config.flatMap((line) => ['-c', line]);
}

/** Environment and config of a call, also for long-lived helpers. */
export function settingsOf(
  program: GitProgram,
  call: Pick<GitCall, 'index' | 'env' | 'config' | 'writes' | 'asPerson' | 'alone'>,
): { env: Record<string, string>; config: string[] } {
  if (call.asPerson)
    return {
      env: personEnvironment(program.env),
      config: configArguments([...PERSONS_CONFIG, ...DURABLE_CONFIG]),
    };
  const durable = call.writes === 'flushed-later' ? FLUSHED_LATER_CONFIG : DURABLE_CONFIG;
  if (call.alone)
    return {
      env: { ...aloneEnvironment(program.env), ...call.env },
      config: configArguments(call.writes ? durable : []),
    };
  const env = gitEnvironment(program.env, {
    ...(call.writes ? {} : { GIT_OPTIONAL_LOCKS: '0' }),
    ...(call.index === undefined ? {} : { GIT_INDEX_FILE: call.index }),
    ...call.env,
    ...countedConfig(program.env, call.config ?? []),
  });
  const config = [
    ...QUIET_CONFIG,
    ...(call.writes ? durable : []),
    ...(call.index === undefined ? [] : PRIVATE_INDEX_CONFIG),
  ];
  return { env, config: configArguments(config) };
}

/** Numbered after those in the person's environment. */
function countedConfig(caller: Environment, config: NonNullable<GitCall['config']>): Record<string, string> {
  if (config.length === 0) return {};
  const before = Number(caller['GIT_CONFIG_COUNT'] || 0) || 0;
  const entries = config.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${before + at}`, key],
    [`GIT_CONFIG_VALUE_${before + at}`, value],
  ]);
  return { ...Object.fromEntries(entries), GIT_CONFIG_COUNT: String(before + config.length) };
}

/** Carries an exit code through simple-git, whose own errors hold only text. */
class ExitedOtherwise extends GitError {
  readonly code: number;
  constructor(code: number) {
    super(undefined, `exit ${code}`);
    this.code = code;
  }
}

async function spawnOnce(program: GitProgram, args: readonly string[], call: GitCall): Promise<GitAnswer> {
  const { env, config } = settingsOf(program, call);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const enough = new AbortController();
  let room = call.most ?? Number.POSITIVE_INFINITY;
  const git = simpleGit({
    baseDir: call.cwd,
    binary: program.binary,
    allowEnvironment: Object.keys(env),
    unsafe: UNSAFE_ALLOWED,
    // A command ends when its pipes do; the default waits 50 ms after its exit. A person's hook may leave a process that keeps
    // the pipes open.
    completion: { onClose: true, onExit: call.asPerson ? 500 : false },
    // An empty buffer closes standard input, which simple-git leaves open otherwise.
    input: () => Buffer.from(call.input ?? []),
    errors: (error, result) => {
      if (error instanceof GitPluginError) return error;
      return result.exitCode === 0 ? undefined : new ExitedOtherwise(result.exitCode);
    },
    ...(call.most === undefined ? {} : { abort: enough.signal }),
    ...(call.asPerson ? { timeout: { block: call.asPerson.timeoutMs } } : {}),
  });
  const started = await turnToStart(3);
  git.env(env).outputHandler((_command, stdout, stderr) => {
    started();
    stdout.on('data', (chunk: Buffer) => {
      room -= chunk.length;
      if (room < 0) enough.abort();
      else out.push(chunk);
    });
    stderr.on('data', (chunk: Buffer) => err.push(chunk));
    // simple-git waits 50 ms longer for a command that prints nothing, although no data can come after 'close'. Any data event,
    // even an empty one, prevents that.
    setImmediate(() => stdout.emit('data', Buffer.alloc(0)));
  });
  const code = await git.raw([...config, ...args]).then(
    () => 0,
    (error: unknown) => {
      started();
      if (error instanceof ExitedOtherwise) return error.code;
      if (error instanceof GitPluginError && error.plugin === 'timeout') return TIMED_OUT;
      if (error instanceof GitPluginError && error.plugin === 'abort') return TOO_MUCH;
      throw error;
    },
  );
  return {
    code: room < 0 ? TOO_MUCH : code,
    out: Buffer.concat(out),
    stderr: Buffer.concat(err).toString('utf8'),
  };
}

/**
 * What simple-git would refuse by default. All of it is set by us or by the person's own environment, never by a repository.
 */
const UNSAFE_ALLOWED = {
  allowUnsafeAlias: true,
  allowUnsafeAskPass: true,
  allowUnsafeCommandBinaries: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeCustomBinary: true,
  allowUnsafeDiffExternal: true,
  allowUnsafeDiffTextConv: true,
  allowUnsafeEditor: true,
  allowUnsafeExec: true,
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeGitProxy: true,
  allowUnsafeGpgProgram: true,
  allowUnsafeHooksPath: true,
  allowUnsafeInclude: true,
  allowUnsafeMergeDriver: true,
  allowUnsafePack: true,
  allowUnsafePager: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeSshCommand: true,
  allowUnsafeSubmodule: true,
  allowUnsafeTemplateDir: true,
  allowUnsafeUrlRewrite: true,
  allowAbbreviatedOptions: true,
} as const;
