import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';

/** The second phase's agent says its process id, then waits until somebody writes `go` beside the repository. */
const AGENT = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const { CAIRN_PHASE, CAIRN_PHASE_DIR, SIDE } = process.env;
appendFileSync(join(SIDE, 'agents'), CAIRN_PHASE + ' ' + process.pid + '\\n');
for (let n = 0; n < 200; n += 1) console.log('working on', CAIRN_PHASE, n);
const wait = () => {
  if (CAIRN_PHASE === 'two' && !existsSync(join(SIDE, 'go'))) return void setTimeout(wait, 20);
  writeFileSync(join(CAIRN_PHASE_DIR, 'made.md'), 'made by ' + CAIRN_PHASE + '\\n');
};
wait();
`;

const WORKFLOW = `schema: 1
name: tiny
agent: { kind: command, command: [node, agent.mjs] }
phases:
  - id: one
    artifacts: [made.md]
  - id: two
    artifacts: [made.md]
`;

export interface Tiny {
  readonly repo: GitRepo;
  /** A command line in a process of its own. */
  readonly cairn: (...words: readonly string[]) => CliProcess;
  /** Lets the second phase's agent end. */
  go(): Promise<void>;
  /** The agents that were started, as `<phase> <pid>`. */
  agents(): Promise<readonly string[]>;
  /** Resolves once an agent of the second phase is at work. */
  atWork(times?: number): Promise<void>;
}

export interface CliProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

/** A real repository with a workflow of two phases, and the real command line. */
export async function tiny(cli: string): Promise<Tiny> {
  const repo = await gitRepo({ 'agent.mjs': AGENT, '.cairn/workflows/tiny.yaml': WORKFLOW });
  const side = join(repo.root, '..');
  const file = (name: string): Promise<string | null> => repo.look(join('..', name));
  const agents = async (): Promise<readonly string[]> =>
    ((await file('agents')) ?? '').split('\n').filter((line) => line !== '');
  onTestFinished(() => endAgents(agents));
  return {
    repo,
    cairn: (...words) => runCairn(cli, repo, side, words),
    go: () => repo.write('../go', ''),
    agents,
    async atWork(times = 1) {
      await until(async () => (await agents()).filter((line) => line.startsWith('two')).length >= times);
    },
  };
}

/** Waits until something holds, for at most two minutes. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 25) {
    if (await holds()) return;
    await sleep(25);
  }
  throw new Error('waited for two minutes');
}

export function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`);
}

export function runCairn(cli: string, repo: GitRepo, side: string, words: readonly string[]): CliProcess {
  const child = spawn(process.execPath, [cli, ...words], {
    cwd: repo.root,
    env: { ...repo.env, SIDE: side },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a shell gives each command line: ctrl-C and a closed window hit all of it.
    detached: true,
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended };
}

/** A test that fails half way must leave nothing that waits for ever. */
async function endAgents(agents: () => Promise<readonly string[]>): Promise<void> {
  for (const line of await agents().catch(() => [])) {
    try {
      process.kill(Number(line.split(' ')[1]), 'SIGKILL');
    } catch {
      // It ended, as it should.
    }
  }
}
