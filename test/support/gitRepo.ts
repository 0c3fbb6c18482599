import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { appendFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  writeFile,
} from '../../src/host/disk.ts';
import { gitDirOf, realFrom } from '../../src/git/gitDirOf.ts';
import { readHeadFile } from '../../src/git/headFile.ts';
import { diskOf } from './diskOf.ts';
import { disposeAfterTest } from './disposeAfterTest.ts';
import { copyFixture, userCache } from './fixtures.ts';

/** A real repository in a temp folder that goes away with the test. */
export interface GitRepo {
  /** Root of the working tree, links resolved. */
  readonly root: string;
  /** Environment that git gets: own identity, no global or system config, no inherited `GIT_*`. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs git in the root and answers its standard output, one newline at the end cut. Rejects with stderr in the message. */
  git(...args: string[]): Promise<string>;
  /** As {@link git} with this on standard input. */
  gitWithInput(input: string | Uint8Array, ...args: string[]): Promise<string>;
  write(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  read(path: string): Promise<string>;
  link(path: string, target: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** What `lstat` finds: contents of a file, `-> target` of a link, `/` of a folder, null where nothing is. */
  look(path: string): Promise<string | null>;
  /** Everything in the working tree, byte for byte, with modes and links; without git's own and the rendered STATUS.md. */
  everything(): Promise<Readonly<Record<string, string>>>;
  /** `add -A` and `commit`, one second after the commit before it; answers its id. */
  commit(message: string): Promise<string>;
  /** Everything that an operation of ours must leave alone, as one comparable value. */
  untouchables(): Promise<Readonly<Record<string, string>>>;
  /** Removes the folder; called by itself at the end of a test. */
  dispose(): Promise<void>;
}

/**
 * Makes a repository with one commit of `files` on `main` (none without files).
 *
 * It is a copy (`fixtures.ts`), so git looks at its files once more, as after a move to another disk.
 * Identity, clock and config are fixed: same files, same commit ids. `parent` puts it below an existing folder
 * (and then nothing is removed at the end but by that folder's owner).
 */
export async function gitRepo(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: {
    readonly objectFormat?: 'sha1' | 'sha256';
    readonly parent?: string;
    readonly name?: string;
  } = {},
): Promise<GitRepo> {
  const folder = options.parent ?? (await temporaryFolder());
  const root = join(folder, options.name ?? 'repo');
  await mkdir(root, { recursive: true });
  const repo = openAt(await realpath(root), folder, Object.keys(files).length > 0 ? 1 : 0);
  const format = options.objectFormat ?? 'sha1';
  await copyFixture([format, files], repo.root, (made) => commitFirst(made, format, files));
  return repo;
}

async function commitFirst(
  root: string,
  format: 'sha1' | 'sha256',
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  const repo = openGitRepo(root);
  cpSync(await emptyRepository(format), join(root, '.git'), { recursive: true });
  for (const [path, content] of Object.entries(files)) await repo.write(path, content);
  if (Object.keys(files).length > 0) await repo.commit('first');
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/cairn/', import.meta.url));

/** What `git init` and {@link CONFIG} make, once for all: eight processes less for each repository of a test. */
async function emptyRepository(format: 'sha1' | 'sha256'): Promise<string> {
  const kept = join(
    CACHE,
    `empty-${format}-${createHash('sha256').update(CONFIG).digest('hex').slice(0, 8)}`,
  );
  if (existsSync(kept)) return kept;
  await mkdir(CACHE, { recursive: true });
  const fresh = await mkdtemp(join(CACHE, 'fresh-'));
  await openGitRepo(fresh).git('init', '-q', '-b', 'main', `--object-format=${format}`);
  // Samples only: a dozen files to copy and to remove for each repository.
  await rm(join(fresh, '.git/hooks'), { recursive: true, force: true });
  await mkdir(join(fresh, '.git/hooks'));
  await appendFile(join(fresh, '.git/config'), CONFIG);
  // In one step; whoever was faster has made the same.
  await rename(join(fresh, '.git'), kept).catch(() => undefined);
  await rm(fresh, { recursive: true, force: true });
  return kept;
}

/** The clock before the first commit, in seconds since 1970. */
const FIRST_SECOND = 1_700_000_000;

/** A temp folder, links resolved, that goes away with the test. */
export async function temporaryFolder(prefix = 'cairn-test-'): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  disposeAfterTest(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/**
 * The same handle on a folder that is a working tree already, such as a linked worktree.
 *
 * @param commits how many were made by the handle before, for the time of the next
 */
export function openGitRepo(root: string, owned: string | null = null, commits = 0): GitRepo {
  return openAt(root, owned, commits);
}

function openAt(root: string, owned: string | null, commits: number): GitRepo {
  const env = gitEnvironment();
  let seconds = FIRST_SECOND + commits;
  const run = (
    args: readonly string[],
    input?: string | Uint8Array,
    extra: Record<string, string> = {},
  ): Promise<string> => runGit(root, { ...env, ...extra }, args, input);
  return {
    root,
    env,
    git: (...args) => run(args),
    gitWithInput: (input, ...args) => run(args, input),
    write: (path, content, mode) => writeBelow(join(root, path), content, mode),
    read: (path) => readFile(join(root, path), 'utf8'),
    async link(path, target) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await symlink(target, join(root, path));
    },
    remove: (path) => rm(join(root, path), { recursive: true, force: true }),
    look: (path) => look(join(root, path)),
    everything: () => diskOf(root),
    async commit(message) {
      seconds += 1;
      const date = `${seconds} +0000`;
      await run(['add', '-A']);
      await run(['commit', '-q', '--allow-empty', '-m', message], undefined, {
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      });
      return headOf(root) ?? run(['rev-parse', 'HEAD']);
    },
    untouchables: () => untouchables(run),
    dispose: async () => rmSync(owned ?? root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The environment of a machine on which nobody ever configured git. */
export function gitEnvironment(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent-home',
    ...userCache(),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ada Test',
    GIT_AUTHOR_EMAIL: 'ada@example.invalid',
    GIT_COMMITTER_NAME: 'Ada Test',
    GIT_COMMITTER_EMAIL: 'ada@example.invalid',
    ...COMPILED,
  };
}

/** What Node made of our programs (vitest.config.ts): an engine that is started with it compiles nothing anew. */
const COMPILED = Object.fromEntries(
  Object.entries({ NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' }).filter(
    ([, folder]) => folder !== '',
  ),
);

/** Set in the repository itself, so that programs under test, which build their own environment, meet it too. */
const CONFIG = `[user]
	name = Ada Test
	email = ada@example.invalid
[commit]
	gpgsign = false
[gc]
	auto = 0
[maintenance]
	auto = false
[core]
	autocrlf = false
`;

async function writeBelow(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  if (mode !== undefined) await chmod(path, mode);
}

async function look(path: string): Promise<string | null> {
  const stat = await lstat(path).catch(() => null);
  if (stat === null) return null;
  if (stat.isSymbolicLink()) return `-> ${await readlink(path)}`;
  return stat.isDirectory() ? '/' : readFile(path, 'utf8');
}

/** HEAD, index, stash, config and branches: bytes where the bytes are promised. */
async function untouchables(
  run: (args: readonly string[]) => Promise<string>,
): Promise<Readonly<Record<string, string>>> {
  const names = ['HEAD', 'index', 'config', 'logs/refs/stash'];
  const paths = run([
    'rev-parse',
    '--path-format=absolute',
    ...names.flatMap((name) => ['--git-path', name]),
  ]);
  const branches = run([
    'for-each-ref',
    '--format=%(refname) %(objectname) %(symref)',
    'refs/heads',
    'refs/tags',
    'refs/stash',
    'refs/remotes',
  ]);
  const [head = '', index = '', config = '', stash = ''] = await Promise.all(
    (await paths).split('\n').map(async (path) => {
      return (await readFile(path).catch(() => Buffer.from('(none)'))).toString('latin1');
    }),
  );
  return { HEAD: head, index, config, stash, branches: await branches };
}

/** The commit of `HEAD` without a process; null where git has to be asked. */
function headOf(root: string): string | null {
  const folder = gitDirOf(root);
  if (folder === null) return null;
  const shared = join(folder, 'commondir');
  const common = existsSync(shared) ? realFrom(folder, readFileSync(shared, 'utf8').trimEnd()) : folder;
  return readHeadFile(common, join(folder, 'HEAD'))?.commit ?? null;
}

function runGit(
  cwd: string,
  env: Record<string, string>,
  args: readonly string[],
  input?: string | Uint8Array,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('git', [...args], { cwd, env, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`git ${args.join(' ')}: ${error.message}\n${stderr}`, { cause: error }));
      else resolve(stdout.replace(/\n$/, ''));
    });
    // A git that ended before reading its input closes the pipe; its exit code tells the story.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input ?? '');
  });
}
