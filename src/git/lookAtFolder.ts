import { basename, dirname } from 'node:path';
import { realpath } from '../host/disk.ts';
import { askProgram, type Printed } from '../host/askProgram.ts';
import type { FolderFact, GitFact } from '../model/machine/machineFacts.ts';
import { CairnError } from '../base/cairnError.ts';
import { failureOf, type Failure } from './errors.ts';
import { judgeVersion } from './checkVersion.ts';
import { configArguments } from './gitCall.ts';
import { FETCHES_NOTHING, gitEnvironment, QUIET_CONFIG, type Environment } from './env.ts';
import { forbiddenFolder } from './forbiddenFolder.ts';

/** A git that is found already. */
interface Found {
  readonly program: string | null;
  readonly env: Environment;
  readonly ms: number;
}

/** The git of a machine, asked for its version outside of any repository. */
export async function lookAtGit(
  { program, env, ms }: Found,
  cwd: string,
  isAsked: boolean,
): Promise<GitFact> {
  const said =
    program === null || !isAsked ? '' : (await ask(program, ['version'], { cwd, env, ms })).out.trim();
  return { program, isAsked, ...judgeVersion(said) };
}

/** What a folder is, and where its repository keeps what all its working trees share. */
export interface LookedAt {
  readonly folder: FolderFact;
  readonly commonDir: string | null;
  readonly mainRoot: string | null;
}

/**
 * What repository is around a folder. Of git only what reads refs is asked: nothing is fetched, and no program that a config of the
 * repository names is run.
 */
export async function lookAtFolder(folder: string, { program, env, ms }: Found): Promise<LookedAt> {
  const refused = (error: CairnError | null): LookedAt => ({
    folder: { kind: 'refused', folder, error },
    commonDir: null,
    mainRoot: null,
  });
  const place = await realpath(folder).catch(() => null);
  if (place === null) return refused(new CairnError('git/not-a-repository', { folder }));
  if (program === null) return refused(null);
  const asked = (args: readonly string[]): Promise<Printed> =>
    ask(program, ['rev-parse', ...args], { cwd: place, env, ms });
  const args = ['--path-format=absolute', '--is-bare-repository', '--git-common-dir', '--show-toplevel'];
  const said = await asked(args);
  const [, common = '', root = ''] = said.out.split('\n');
  if (said.code === null) return refused(null);
  if (said.code !== 0) return refused(failure(said, { args, cwd: place, binary: program }));
  const what = await forbiddenFolder(root, env);
  if (what !== null) return refused(new CairnError('repo/forbidden-folder', { folder: root, what }));
  // A ref is resolved, its commit is not looked for: that could be fetched.
  const head = await asked(['--verify', '--quiet', 'HEAD']);
  const mainRoot = basename(common) === '.git' ? dirname(common) : root;
  return { folder: { kind: 'repository', root, hasCommit: head.code === 0 }, commonDir: common, mainRoot };
}

function failure({ out, err, code }: Printed, call: Pick<Failure, 'args' | 'cwd' | 'binary'>): CairnError {
  // There is no working tree inside `.git` itself either.
  if (out !== '' && /work tree/.test(err)) return new CairnError('git/bare', { folder: call.cwd });
  return failureOf({ ...call, code, stderr: err });
}

const ask = (
  program: string,
  args: readonly string[],
  { cwd, env, ms }: { readonly cwd: string; readonly env: Environment; readonly ms: number },
): Promise<Printed> =>
  askProgram(program, [...configArguments(QUIET_CONFIG), ...args], {
    cwd,
    ms,
    env: gitEnvironment(env, { GIT_OPTIONAL_LOCKS: '0', ...FETCHES_NOTHING }),
  });
