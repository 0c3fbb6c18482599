import { terminalNotice } from '../../src/cli/output/terminalNotice.ts';
import { join, relative } from 'node:path';
import { CairnError, type ErrorCode } from '../../src/base/cairnError.ts';
import { saidOutcome, type SaidOutcome } from '../../src/sentences/outcomeSentence.ts';
import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import type { WorldOptions } from '../../src/runner/openWorld.ts';
import { PLAIN_RESUME, type ResumeOptions, type StartOptions } from '../../src/session/api/run.ts';
import type { CairnApi } from '../../src/session/api.ts';
import type { Agent, AgentTask } from '../../src/session/ports.ts';
import type { Progress } from '../../src/session/progress.ts';
import { gitRepo, openGitRepo, type GitRepo } from './gitRepo.ts';
import { openForTest } from './openForTest.ts';
import { snapshot, type Snapshot } from './snapshot.ts';

/** An attempt as the agent of a test sees it. */
export interface Work {
  readonly task: AgentTask;
  /** Root of the session's working tree. */
  readonly root: string;
  readonly phase: string;
  /** Absolute. */
  readonly phaseDir: string;
  readonly attempt: number;
  /** The working tree of the session. */
  readonly tree: GitRepo;
  /** Writes a file into the phase's folder. */
  produce(name: string, content?: string): Promise<void>;
}

/** What the agent of a test does; nothing returned = completed. */
export type Worker = (work: Work) => Promise<AgentOutcome | void> | AgentOutcome | void;

export interface BadWorld {
  readonly repo: GitRepo;
  readonly api: CairnApi;
  /** Everything that was said to the person, in order. */
  readonly told: readonly string[];
  /** Every attempt that an agent was started for: `phase@attempt`. */
  readonly attempts: readonly string[];
  readonly prompts: readonly string[];
  /** Opens the same or another folder; sees the same agent. */
  open(folder: string, options?: Partial<WorldOptions>): Promise<CairnApi>;
  start(options?: Partial<StartOptions>): Promise<SaidOutcome>;
  resume(session?: string, options?: Partial<ResumeOptions>): Promise<SaidOutcome>;
  /** The linked worktree of a session. */
  worktree(session?: string): GitRepo;
  /** What a git process of the person's says of the tip's tree. */
  atTip(path: string, session?: string): Promise<string>;
  filesAtTip(session?: string): Promise<readonly string[]>;
  /** The whole repository but objects, as one comparable value. */
  everything(): Promise<Snapshot>;
}

export const ID = 'my-session' as SessionId;

/** Phases `one` and `two`, each with one artifact `out.md`. */
export const TWO_PHASES = workflow(
  'phases:\n  - {id: one, artifacts: [out.md]}\n  - {id: two, artifacts: [out.md]}\n',
);

/** A workflow file whose phases the agent of the test works on. */
export function workflow(rest: string, name = 'w'): string {
  return `schema: 1\nname: ${name}\nagent: tester\n${rest}`;
}

export interface BadWorldOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly workflow?: string;
  readonly worker?: Worker;
  readonly world?: Partial<WorldOptions>;
  readonly repo?: Parameters<typeof gitRepo>[1];
}

/** A repository with a workflow `w`, and Cairn opened on it as the runner opens it, but for the agent, which a function plays. */
export async function badWorld(options: BadWorldOptions = {}): Promise<BadWorld> {
  const repo = await gitRepo(
    { 'a.txt': 'a\n', '.cairn/workflows/w.yaml': options.workflow ?? TWO_PHASES, ...options.files },
    options.repo,
  );
  return worldAround(repo, options);
}

/** What a world has heard of its session, as {@link BadWorld} shows it. */
export type Heard = Pick<BadWorld, 'told' | 'attempts' | 'prompts'>;

/** The same around a repository that is there already. */
export async function worldAround(
  repo: GitRepo,
  options: BadWorldOptions = {},
  heard: Heard = { told: [], attempts: [], prompts: [] },
): Promise<BadWorld> {
  const [told, attempts, prompts] = [[...heard.told], [...heard.attempts], [...heard.prompts]];
  const agent = agentOf(options.worker ?? ((work) => work.produce('out.md')), attempts, prompts);
  const onProgress = (progress: Progress): void => {
    if (progress.type === 'told') told.push(terminalNotice(progress.notice));
  };
  const open: BadWorld['open'] = (folder, more) =>
    openApi(folder, { onProgress, extraAgents: [agent], ...options.world, ...more });
  const api = await open(repo.root);
  const tip = (session: string): string => `refs/heads/cairn/${session}`;
  return {
    repo,
    api,
    told,
    attempts,
    prompts,
    open,
    start: (start) => api.start(startOptions(start), new AbortController().signal).then(saidOutcome),
    resume: (session = ID, resume) =>
      api.resume(session as SessionId, resumeOptions(resume), new AbortController().signal).then(saidOutcome),
    worktree: (session = ID) => openGitRepo(`${repo.root}.worktrees/${session}`),
    atTip: (path, session = ID) => repo.git('show', `${tip(session)}:${path}`),
    filesAtTip: async (session = ID) =>
      (await repo.git('ls-tree', '-r', '-z', '--name-only', tip(session))).split('\0').filter(Boolean),
    everything: () => snapshot(repo.root),
  };
}

/** Opens Cairn on a folder for the length of a test; nothing of the environment of this machine is seen. */
export async function openApi(folder: string, options: Partial<WorldOptions> = {}): Promise<CairnApi> {
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent-home', USER: 'ada', ...options.env };
  return (await openForTest(folder, { ...options, env })).api;
}

export function startOptions(options: Partial<StartOptions> = {}): StartOptions {
  return {
    workflow: 'w',
    request: 'Do it.',
    id: ID,
    inPlace: false,
    base: null,
    withChanges: false,
    until: null,
    ...options,
  };
}

export function resumeOptions(options: Partial<ResumeOptions> = {}): ResumeOptions {
  return { ...PLAIN_RESUME, ...options };
}

/** The error that a call is refused with; fails the test when it is not refused. */
export async function refusal<C extends ErrorCode>(call: Promise<unknown>, code: C): Promise<CairnError<C>> {
  try {
    await call;
  } catch (error) {
    if (CairnError.is(error, code)) return error;
    throw error;
  }
  throw new Error(`was not refused with ${code}`);
}

/** The record of a phase at the tip, by its folder. */
export async function recordOf(
  world: BadWorld,
  folder = '01-one',
): Promise<{
  readonly notCaptured: readonly { readonly path: string; readonly why: string }[];
  readonly normalised: readonly string[];
}> {
  return JSON.parse(await world.atTip(`.cairn/sessions/${ID}/${folder}/phase.json`)) as never;
}

function agentOf(worker: Worker, attempts: string[], prompts: string[]): Agent {
  return {
    kind: 'command',
    name: 'tester',
    chosenBecause: null,
    permissions: null,
    stallMs: null,
    version: async () => '1.0.0',
    async run(task) {
      const {
        CAIRN_PHASE: phase = '',
        CAIRN_PHASE_DIR: phaseDir = '',
        CAIRN_ATTEMPT: attempt = '0',
      } = task.env;
      attempts.push(`${phase}@${attempt}`);
      prompts.push(task.prompt);
      const tree = openGitRepo(task.cwd);
      const produce = (file: string, content = `${phase}, attempt ${attempt}\n`): Promise<void> =>
        tree.write(join(relative(task.cwd, phaseDir), file), content);
      const outcome = await worker({
        task,
        root: task.cwd,
        phase,
        phaseDir,
        attempt: Number(attempt),
        tree,
        produce,
      });
      return outcome ?? { kind: 'completed' };
    },
  };
}
