import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorld } from '../../src/runner/openWorld.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { gitRepo, openGitRepo, type GitRepo } from '../support/gitRepo.ts';
import { playedAgent, type PlayedAgent } from '../support/playedAgent.ts';
import { DEMO, flowText, logLines, workIn, type Flow } from '../support/session.ts';
import { oneForkServer } from '../support/oneForkServer.ts';
import { oneSupervisor } from '../support/oneSupervisor.ts';
import { silentLog } from '../support/silentLog.ts';
import type { Act } from './carryOut.ts';
import type { Order } from './crashProgram.ts';
import { diskOf } from '../support/diskOf.ts';

/** One machine: a repository, its worktrees and the agent, below one folder that can be copied whole. */
export interface Machine {
  readonly folder: string;
  readonly repo: GitRepo;
  readonly agent: PlayedAgent;
  /** How long checks may take before anything is changed; left out: none is run then. */
  readonly baselineMs?: number;
  /** A person is there, who can be asked. */
  readonly canAsk?: boolean;
}

export const makeFolder = async (): Promise<string> =>
  realpath(await mkdtemp(join(tmpdir(), 'cairn-crash-')));

export async function makeMachine(folder: string, flow: Flow): Promise<Machine> {
  await mkdir(join(folder, 'tmp'), { recursive: true });
  const files = {
    'README.md': 'hello\n',
    'kept.txt': 'kept\n',
    '.gitignore': '*.log\n',
    '.cairn/workflows/flow.yaml': flowText(flow),
  };
  const repo = await gitRepo(files, { parent: folder });
  await repo.write('staged.txt', 'staged by the user\n');
  await repo.git('add', 'staged.txt');
  await repo.write('untracked.txt', 'not added by the user\n');
  await repo.git('branch', 'other');
  await repo.git('stash', 'push', '-q', '--keep-index', '-m', 'theirs');
  await repo.git('stash', 'apply', '-q');
  return { folder, repo, agent: await playedAgent(join(folder, 'play')) };
}

/** The same machine elsewhere: every absolute path in it is written anew. */
export async function copyMachine(from: Machine, folder: string): Promise<Machine> {
  await cp(from.folder, folder, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  const repo = openGitRepo(join(folder, 'repo'), folder);
  const rewrite = async (file: string): Promise<void> => {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text?.includes(from.folder) === true) await writeFile(file, text.replaceAll(from.folder, folder));
  };
  await rewrite(join(folder, 'repo/.git/cairn/demo/about.json'));
  await rewrite(join(folder, 'repo/.git/worktrees/demo/gitdir'));
  await rewrite(join(folder, 'repo.worktrees/demo/.git'));
  const agent = await playedAgent(join(folder, 'play'), { keep: true });
  return { ...from, folder, repo, agent };
}

export interface Ended {
  readonly killed: boolean;
  readonly code: number | null;
  /** The points it passed; only of one that lived. */
  readonly passed: readonly string[];
  readonly stderr: string;
}

/** Runs the crash program in a process group of its own. */
export function runChild(
  program: string,
  { folder, repo, agent, baselineMs = 0, canAsk = false }: Machine,
  act: Act,
  dieAt: Order['dieAt'],
): Promise<Ended> {
  const env = { ...repo.env, TMPDIR: join(folder, 'tmp') };
  const order: Order = {
    folder: repo.root,
    session: DEMO,
    env,
    agents: agent.settings,
    act,
    baselineMs,
    canAsk,
    dieAt,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(order)], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const passed = code === 0 ? (JSON.parse(stdout) as string[]) : [];
      resolve({ killed: signal === 'SIGKILL', code, passed, stderr });
    });
  });
}

/** Does something with the session in this process, as whoever comes after the crash does. */
export async function withApi<T>(
  { repo, agent, folder, baselineMs = 0, canAsk = false }: Machine,
  work: (api: CairnApi) => Promise<T>,
): Promise<T> {
  const env = { ...repo.env, TMPDIR: join(folder, 'tmp') };
  const world = await openWorld(repo.root, {
    env,
    log: silentLog,
    onProgress() {},
    supervisor: oneSupervisor,
    forkServer: oneForkServer,
    agents: agent.settings,
    settings: { baselineMs },
    canAsk,
  });
  try {
    return await work(world.api);
  } finally {
    await world.dispose();
  }
}

/** What must be the same whatever happened in between: checkpoints without times and attempts, and the work. */
export async function resultOf(machine: Machine): Promise<unknown> {
  return withApi(machine, async (api) => ({
    log: (await logLines(api)).map((line) => line.replace(/\/\d+/, '')),
    work: await workIn(machine.repo, 'refs/heads/cairn/demo'),
    onDisk: Object.keys(await diskOf(await api.path(DEMO))).toSorted(),
    exclude: await readFile(join(machine.repo.root, '.git/info/exclude'), 'utf8'),
    violations: (await api.verify(DEMO)).flatMap((result) => result.violations),
  }));
}

/** Locks that would stand in somebody's way, and processes' scratch that nobody will remove. */
export async function leftBehind({ folder }: Machine): Promise<readonly string[]> {
  const found: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (entry.name.endsWith('.lock') || entry.name.startsWith('.cairn-tmp-')) found.push(path);
    }
  };
  await walk('repo');
  await walk('repo.worktrees').catch(() => {});
  return found;
}

/** The user's own things, and their other branches. */
export async function untouchables({ repo }: Machine): Promise<Readonly<Record<string, string>>> {
  const all = await repo.untouchables();
  const branches = (all['branches'] ?? '').split('\n').filter((line) => !line.includes('refs/heads/cairn/'));
  return { ...all, branches: branches.join('\n') };
}

export const remove = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 });
