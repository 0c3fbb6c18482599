import { GitError, GitPluginError, simpleGit } from 'simple-git';
import { startInTurn } from '../host/openFiles.ts';
import type { Ended } from './forkServer/openForkServer.ts';
import { settingsOf, TIMED_OUT, TOO_MUCH, type GitCall, type GitProgram } from './gitCall.ts';

/** Carries an exit code through simple-git, whose own errors hold only text. */
class ExitedOtherwise extends GitError {
  readonly code: number | null;
  constructor(code: number | null) {
    super(undefined, `exit ${code}`);
    this.code = code;
  }
}

/** Starts a git in this process. The only place that calls `simpleGit()`. */
export async function runHere(program: GitProgram, args: readonly string[], call: GitCall): Promise<Ended> {
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
  const ending = await startInTurn(3, async () => {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    git.env(env).outputHandler((_command, stdout, stderr) => {
      resolve();
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
    const code = git.raw([...config, ...args]).then(() => 0, codeOf);
    await Promise.race([started, code]);
    return { code };
  });
  const code = await ending.code;
  return {
    code: room < 0 ? TOO_MUCH : code,
    out: Buffer.concat(out),
    stderr: Buffer.concat(err).toString('utf8'),
  };
}

/** How a git ended that did not end well; throws what is no end of it. */
function codeOf(error: unknown): number | null {
  if (error instanceof ExitedOtherwise) return error.code;
  if (error instanceof GitPluginError && error.plugin === 'timeout') return TIMED_OUT;
  if (error instanceof GitPluginError && error.plugin === 'abort') return TOO_MUCH;
  throw error;
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
