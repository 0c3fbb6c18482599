import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitEnvironment, gitRepo } from '../../support/gitRepo.ts';
import { killRunners } from './killRunners.ts';

/** A repository with one session, started in a terminal, that waits for an approval. */
export interface WaitingRepository {
  readonly root: string;
  dispose(): void;
}

const WORKFLOW = `schema: 1
name: wait
agent: { kind: command, command: [node, agent.mjs] }
phases:
  - id: only
    artifacts: [only.md]
    approval: required
`;

const AGENT = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
writeFileSync(join(process.env.CAIRN_PHASE_DIR, 'only.md'), 'Done.\\n');
`;

export async function waitingRepository(cli: string, name: string): Promise<WaitingRepository> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-waiting-')));
  const { root } = await gitRepo(
    { 'agent.mjs': AGENT, '.cairn/workflows/wait.yaml': WORKFLOW },
    { parent: home, name },
  );
  const exit = await new Promise((resolve) => {
    const args = [cli, 'start', 'wait', '--request', `Wait in ${name}`];
    const options = { cwd: root, env: { ...gitEnvironment(), HOME: home } };
    execFile(process.execPath, args, options, (error) => resolve(error?.code ?? 0));
  });
  if (exit !== 3)
    throw new Error(`The session in ${name} does not wait: cairn start ended with ${String(exit)}.`);
  return {
    root,
    dispose: () => {
      killRunners(root);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
