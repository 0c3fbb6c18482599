import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { EngineOrder } from '../session/engineProgram.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { bundleProgram } from './bundleProgram.ts';
import { DEMO, START, type Stage } from './session.ts';

export interface EngineProcess {
  /** What it says next: `stopped`, or at its end the outcome or the code of an error as JSON. */
  says(): Promise<string>;
  stop(): void;
  goOn(): void;
  kill(): Promise<unknown>;
}

/** Another process that starts or resumes the session, and stops itself at a named point. Killed with the test. */
export async function engineProcess(
  { repo, agent }: Stage,
  { verb, inPlace = false }: { readonly verb: 'start' | 'resume'; readonly inPlace?: boolean },
  stopAt: string | null,
): Promise<EngineProcess> {
  const program = await bundleProgram('test/session/engineProgram.ts');
  const act =
    verb === 'start'
      ? ({ verb, options: { ...START, inPlace } } as const)
      : ({ verb, options: PLAIN_RESUME } as const);
  const order: EngineOrder = {
    folder: repo.root,
    session: DEMO,
    env: repo.env,
    agents: agent.settings,
    act,
    stopAt,
  };
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async says() {
      const next = await lines.next();
      return next.done === true ? 'nothing' : next.value;
    },
    stop: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    kill() {
      child.kill('SIGKILL');
      return exited;
    },
  };
}
