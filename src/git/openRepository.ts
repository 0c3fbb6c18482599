import { basename, dirname } from 'node:path';
import { realpath } from '../host/disk.ts';
import { CairnError } from '../base/cairnError.ts';
import type { Log, Repository } from '../session/ports.ts';
import { checkVersion } from './checkVersion.ts';
import { CAIRN, type Identity } from './commits.ts';
import { createGit, type Git } from './createGit.ts';
import type { GitProgram } from './gitCall.ts';
import { createRepository } from './createRepository.ts';
import type { Environment } from './env.ts';
import type { ForkServer } from './forkServer/openForkServer.ts';
import { forbiddenFolder } from './forbiddenFolder.ts';
import { flushFile } from './flushing.ts';
import { gitDirOf } from './gitDirOf.ts';
import { findPlainRepository, type FoundRepository } from './plainRepository.ts';
import { findMainRoot } from './worktrees.ts';

export interface OpenOptions {
  /** Path of the git program; default: `git` on PATH. */
  readonly git?: string;
  readonly log: Log;
  /** The author of checkpoints; default `Cairn <cairn@localhost>`. */
  readonly sessionIdentity?: Identity;
  /** The caller's environment; default `process.env`. Variables that redirect git are withheld (`env.ts`). */
  readonly env?: Environment;
  /** Starts gits for this process, once it has started some. */
  readonly forkServer?: ForkServer;
  /** Flushes a file to disk; default `fsync`. */
  readonly flush?: (file: string) => Promise<void>;
}

/**
 * Opens the repository that a folder belongs to.
 *
 * Throws `git/not-found`, `git/too-old`, `git/not-a-repository`, `git/bare`, `git/dubious-ownership` and
 * `repo/forbidden-folder`. A repository without a commit opens: `Head.commit` is null.
 */
export async function openRepository(folder: string, options: OpenOptions): Promise<Repository> {
  const program: GitProgram = {
    binary: options.git ?? 'git',
    env: options.env ?? process.env,
    ...(options.forkServer === undefined ? {} : { forkServer: options.forkServer }),
  };
  const git = createGit(program);
  const place = await realpath(folder).catch((error: unknown) => {
    throw new CairnError('git/not-a-repository', { folder }, { cause: error });
  });
  await checkVersion(program, git, place);
  const found = findPlainRepository(place, program.env);
  const { root, commonDir, format } = await (found === null ? locate(git, place) : realPlace(found));
  const forbidden = await forbiddenFolder(root, program.env);
  if (forbidden !== null) throw new CairnError('repo/forbidden-folder', { folder: root, what: forbidden });
  return createRepository({
    program,
    git,
    root,
    commonDir,
    mainRoot: (found === null ? null : plainMainRoot(found)) ?? (await findMainRoot(git, root, commonDir)),
    idBytes: format === 'sha256' ? 32 : 20,
    who: options.sessionIdentity ?? CAIRN,
    log: options.log,
    flush: options.flush ?? flushFile,
  });
}

interface Located {
  readonly root: string;
  readonly commonDir: string;
  readonly format: string;
}

/** The main working tree lies around the shared folder; null where it does not. */
function plainMainRoot({ root, gitDir, commonDir }: FoundRepository): string | null {
  if (gitDir === commonDir) return root;
  return basename(commonDir) === '.git' && gitDirOf(dirname(commonDir)) === commonDir
    ? dirname(commonDir)
    : null;
}

/** As git names them. */
const realPlace = async ({ root, commonDir, format }: FoundRepository): Promise<Located> => ({
  root: await realpath(root),
  commonDir: await realpath(commonDir),
  format,
});

async function locate(git: Git, cwd: string): Promise<Located> {
  const args = [
    'rev-parse',
    '--path-format=absolute',
    '--is-bare-repository',
    '--git-common-dir',
    '--show-object-format',
    '--show-toplevel',
  ];
  const { out, code, stderr } = await git(args, { cwd, answers: [0, 128] });
  const [bare, commonDir = '', format = '', root = ''] = out.toString('utf8').split('\n');
  // There is no working tree inside `.git` itself either.
  if (code !== 0 && bare !== undefined && bare !== '' && /work tree/.test(stderr))
    throw new CairnError('git/bare', { folder: cwd });
  if (code !== 0) await git(args, { cwd });
  // Helpers of git take paths line by line.
  if (out.toString('utf8').split('\n').length !== args.length - 1)
    throw new CairnError('repo/forbidden-folder', { folder: cwd, what: 'line break' });
  return { root: await realpath(root), commonDir: await realpath(commonDir), format };
}
