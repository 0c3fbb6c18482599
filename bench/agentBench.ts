import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openWorld } from '../src/runner/openWorld.ts';
import type { PhaseId, SessionId } from '../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../src/session/api/run.ts';
import type { Progress } from '../src/session/progress.ts';
import { saidOutcome, type SaidOutcome } from '../src/sentences/outcomeSentence.ts';
import { opencode } from '../test/support/agents/opencode.ts';
import type { Launch, RealAgent } from '../test/support/agents/realAgent.ts';
import { scriptedModel, type ScriptedModel } from '../test/support/model/scriptedModel.ts';
import { say } from '../test/support/model/turn.ts';
import { benchRepository, type BenchRepository } from './benchRepository.ts';

/** A repository, a real agent in it, and the model that it is given. */
export interface AgentBench {
  readonly repo: BenchRepository;
  readonly agent: RealAgent;
  readonly model: ScriptedModel;
  /** Root of a session's working tree. */
  worktree(session: string): string;
  /** Starts a session, or goes on with it, up to a phase; tells what happens in it. */
  drive(
    session: string,
    until: string,
    how: 'start' | 'resume',
    onProgress?: (event: Progress) => void,
  ): Promise<SaidOutcome>;
  dispose(): Promise<void>;
}

const START = { workflow: 'bench', request: 'Measure', inPlace: false, base: null, withChanges: false };

/** opencode, whose own resume and headless command are what ours is compared with; installed as for the tests. */
export async function agentBench(phases: readonly string[]): Promise<AgentBench> {
  const repo = await benchRepository(200);
  const model = await scriptedModel([say('done')]);
  const agent = await opencode({ url: model.url, home: join(repo.root, '..', 'home') });
  const workflow = {
    schema: 1,
    name: 'bench',
    agent: 'real',
    phases: phases.map((id) => ({ id, artifacts: ['result.md'] })),
  };
  await repo.shell(
    `mkdir -p .cairn/workflows; cat > .cairn/workflows/bench.yaml <<'END'\n${JSON.stringify(workflow)}\nEND\ngit add -A; git commit -qm workflow`,
  );
  return {
    repo,
    agent,
    model,
    worktree: (session) => join(repo.root, '..', 'repo.worktrees', session),
    async drive(session, until, how, onProgress = () => {}) {
      const world = await openWorld(repo.root, {
        env: repo.env,
        log: { info() {}, warn() {}, error() {} },
        agents: { real: { kind: 'acp', ...agent.acp } },
        onProgress,
      });
      const [id, to, never] = [session as SessionId, until as PhaseId, new AbortController().signal];
      try {
        return saidOutcome(
          how === 'start'
            ? await world.api.start({ ...START, id, until: to }, never)
            : await world.api.resume(id, { ...PLAIN_RESUME, until: to }, never),
        );
      } finally {
        await world.dispose();
      }
    },
    async dispose() {
      await model.dispose();
      await repo.dispose();
    },
  };
}

const run = promisify(execFile);

/** Runs a program of the agent's to its end; its standard input is closed, or it would wait for more. */
export async function runAgent({ command: [program, ...args], env }: Launch, cwd: string): Promise<void> {
  const running = run(program, args, { cwd, env, maxBuffer: 1 << 28 });
  running.child.stdin?.end();
  await running;
}
