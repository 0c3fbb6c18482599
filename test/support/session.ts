import { terminalWarning, terminalNotice } from '../../src/cli/output/terminalNotice.ts';
import { join } from 'node:path';
import type { CommitId, SessionId } from '../../src/model/names/ids.ts';
import type { WorldOptions } from '../../src/runner/openWorld.ts';
import { PLAIN_RESUME, type ResumeOptions, type StartOptions } from '../../src/session/api/run.ts';
import type { CairnApi } from '../../src/session/api.ts';
import type { Progress } from '../../src/session/progress.ts';
import { saidOutcome, type SaidOutcome } from '../../src/sentences/outcomeSentence.ts';
import { gitRepo, openGitRepo, temporaryFolder, type GitRepo } from './gitRepo.ts';
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
  /** The session's working tree, wherever it is. */
  worktree(): Promise<GitRepo>;
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

/**
 * A repository with one workflow, the real engine over it, and an agent whose part the test writes.
 *
 * Everything is real but the agent's mind: git, files, leases, processes, supervisor.
 */
export async function stage(
  flow: Flow,
  options: {
    readonly files?: Readonly<Record<string, string | Uint8Array>>;
    readonly world?: Partial<WorldOptions>;
  } = {},
): Promise<Stage> {
  const folder = await temporaryFolder();
  const files = { 'README.md': 'hello\n', [`.cairn/workflows/flow.yaml`]: flowText(flow), ...options.files };
  const repo = await gitRepo(files, { parent: folder });
  const agent = await playedAgent(join(folder, 'play'));
  const seat: Stage['seat'] = ({ folder: at, ...over } = {}) =>
    takeSeat(openGitRepo(at ?? repo.root), { agents: agent.settings, ...options.world, ...over });
  return { ...(await seat()), agent, seat };
}

/** A world over a repository that is there already. Its helpers end with the test. */
export async function takeSeat(repo: GitRepo, over: Partial<WorldOptions>): Promise<Seat> {
  const progress: Progress[] = [];
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
    worktree: async () => at(await api.path(DEMO)),
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
export function flowText({ phases, ...rest }: Flow): string {
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
