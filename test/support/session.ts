import { terminalWarning, terminalNotice } from '../../src/cli/output/terminalNotice.ts';
import { join } from 'node:path';
import type { CommitId, SessionId } from '../../src/model/names/ids.ts';
import type { WorldOptions } from '../../src/runner/openWorld.ts';
import { PLAIN_RESUME, type ResumeOptions, type StartOptions } from '../../src/session/api/run.ts';
import type { CairnApi } from '../../src/session/api.ts';
import type { Progress } from '../../src/session/progress.ts';
import { saidOutcome, type SaidOutcome } from '../../src/sentences/outcomeSentence.ts';
import { functionAgent, type Worker } from './functionAgent.ts';
import { gitRepo, openGitRepo, type GitRepo } from './gitRepo.ts';
import { openForTest } from './openForTest.ts';
import { playedAgent, type PlayedAgent } from './playedAgent.ts';

/** The session of every stage. */
export const DEMO = 'demo' as SessionId;

/** One world over a repository: a window, a terminal or another machine. */
export interface Seat {
  readonly repo: GitRepo;
  readonly api: CairnApi;
  /** What it was told, oldest first. */
  readonly progress: readonly Progress[];
  told(): readonly string[];
  start(over?: Partial<StartOptions>, signal?: AbortSignal): Promise<SaidOutcome>;
  resume(over?: Partial<ResumeOptions>, signal?: AbortSignal): Promise<SaidOutcome>;
  /** The session's working tree, wherever it is, or the one in which a phase is worked on. */
  worktree(phase?: string): Promise<GitRepo>;
  /** `seq kind phase/attempt state`, oldest first. */
  log(): Promise<readonly string[]>;
  /** What `verify` finds: `[]` when all is well. */
  violations(): Promise<readonly unknown[]>;
  dispose(): Promise<void>;
}

export interface Stage extends Seat {
  readonly agent: PlayedAgent;
  /** Another process's view of the same repository. */
  seat(over?: Partial<WorldOptions> & { readonly folder?: string }): Promise<Seat>;
}

/** A stage whose starts say that a person does what no agent is found for. */
export const byHand = (s: Stage): Stage => ({
  ...s,
  start: (over, signal) => s.start({ byHand: true, ...over }, signal),
});

/** What was told on the same ground before, and what its agent was started for. */
export interface Before {
  readonly progress: readonly Progress[];
  readonly runs: readonly string[];
}

export interface StageOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly world?: Partial<WorldOptions>;
  /** The function that plays the agent; without one it plays parts of a shell script. */
  readonly plays?: Worker;
  readonly repo?: Parameters<typeof gitRepo>[1];
}

/**
 * A repository with one workflow, the real engine over it, and an agent whose part the test writes.
 *
 * Everything is real but the agent's mind: git, files, leases, processes, supervisor.
 *
 * @param flow a value, or the text of the file
 */
export async function stage(
  flow: Flow | string,
  { files, repo, ...options }: StageOptions = {},
): Promise<Stage> {
  const all = { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText(flow), ...files };
  return stageAround(await gitRepo(all, repo), options);
}

/** The same around a repository that is there already. */
export async function stageAround(
  repo: GitRepo,
  { plays, world }: Pick<StageOptions, 'plays' | 'world'>,
  before: Before = { progress: [], runs: [] },
): Promise<Stage> {
  const played = plays && functionAgent(plays, openGitRepo, before.runs);
  const agent = played ?? (await playedAgent(join(repo.root, '../play')));
  const brought = played ? { extraAgents: [played.agent] } : { agents: agent.settings };
  const seat: Stage['seat'] = ({ folder: at, ...over } = {}) =>
    takeSeat(openGitRepo(at ?? repo.root), { ...brought, ...world, ...over });
  return { ...(await takeSeat(repo, { ...brought, ...world }, before.progress)), agent, seat };
}

/** A world over a repository that is there already. Its helpers end with the test. */
export async function takeSeat(
  repo: GitRepo,
  over: Partial<WorldOptions> = {},
  before: readonly Progress[] = [],
): Promise<Seat> {
  const progress = [...before];
  const { api, dispose } = await openForTest(repo.root, {
    env: repo.env,
    onProgress: (event) => progress.push(event),
    ...over,
  });
  return seatOf({ repo, progress, api, dispose, at: openGitRepo });
}

/** What tests ask of a world, whatever it is made of. */
export function seatOf({
  repo,
  progress,
  api,
  dispose,
  at,
}: Pick<Seat, 'repo' | 'progress' | 'api' | 'dispose'> & {
  /** A working tree of the repository, by its root. */
  readonly at: (root: string) => GitRepo;
}): Seat {
  return {
    repo,
    api,
    progress,
    told: () => progress.flatMap((event) => (event.type === 'told' ? [terminalNotice(event.notice)] : [])),
    start: (start, signal) => api.start({ ...START, ...start }, signal ?? never()).then(saidOutcome),
    resume: (resume, signal) =>
      api.resume(DEMO, { ...PLAIN_RESUME, ...resume }, signal ?? never()).then(saidOutcome),
    async worktree(phase) {
      const { phases } = phase === undefined ? { phases: [] } : await api.status(DEMO);
      return at(phases.find(({ id }) => id === phase)?.worktree ?? (await api.path(DEMO)));
    },
    log: () => logLines(api),
    violations: async () =>
      (await api.verify(DEMO)).flatMap(({ violations }) =>
        violations.map((each) => ({ ...each, what: terminalWarning(each.what) })),
      ),
    dispose,
  };
}

export const START: StartOptions = {
  workflow: 'flow',
  request: 'Make it so',
  id: DEMO,
  inPlace: false,
  base: null,
  withChanges: false,
  until: null,
};

const never = (): AbortSignal => new AbortController().signal;

export async function logLines(api: CairnApi): Promise<readonly string[]> {
  return (await api.log(DEMO)).map(({ seq, kind, phase, attempt, state }) =>
    [seq, kind, phase === null ? '-' : `${phase}/${attempt}`, state].join(' '),
  );
}

/** A workflow as a value; a phase without artifacts and checks promises `result.md`. */
export interface Flow {
  readonly phases: readonly Readonly<{ id: string } & Record<string, unknown>>[];
  readonly [key: string]: unknown;
}

/** YAML is a superset of JSON: no template language is needed to write a workflow. */
export function flowText(flow: Flow | string): string {
  if (typeof flow === 'string') return flow;
  const { phases, ...rest } = flow;
  const whole = phases.map((phase) => ({
    ...('artifacts' in phase || 'checks' in phase ? {} : { artifacts: ['result.md'] }),
    ...phase,
  }));
  return `${JSON.stringify({ schema: 1, name: 'flow', agent: 'player', ...rest, phases: whole }, null, 2)}\n`;
}

/** Phases that need nothing but the usual part. */
export const chain = (...ids: readonly string[]): Flow => ({ phases: ids.map((id) => ({ id })) });

/** Every file of a commit but the engine's records, `path → mode blob`; the same work gives the same value. */
export async function workIn(
  repo: GitRepo,
  commit: CommitId | string,
): Promise<Readonly<Record<string, string>>> {
  const lines = (await repo.git('ls-tree', '-r', '-z', '--full-tree', commit))
    .split('\0')
    .filter((line) => line !== '');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [meta = '', path = ''] = line.split('\t');
      return /\/(STATUS\.md|PACKET\.md|LEDGER\.md|phase\.json|effects\.json)$/.test(path)
        ? []
        : [[path, meta]];
    }),
  );
}
