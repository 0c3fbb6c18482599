import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitEnvironment, gitRepo, type GitRepo } from '../../support/gitRepo.ts';
import { killRunners } from './killRunners.ts';

/** A repository with three phases that work at once, each until it is let go. */
export interface SlotsRepository {
  readonly git: GitRepo;
  /** Starts the session in a terminal that nobody waits for. */
  start(): void;
  /** Lets a phase that is at work end. */
  letGo(phase: 'left' | 'right' | 'help'): void;
  dispose(): void;
}

const WORKFLOW = `schema: 2
name: three
title: Three at once
parallel: 3
agent: { kind: command, command: [node, agent.mjs] }
phases:
  - id: left
    title: Rework the greeting
    needs: []
    artifacts: [left.md]
  - id: right
    title: Translate the greeting
    needs: []
    artifacts: [right.md]
    onConflict: ask
  - id: help
    title: Write the help
    needs: []
    artifacts: [help.md]
    approval: required
`;

const APP = 'The greeting:\n\nhello\n';
const said = (word: string): string => APP.replace('hello', word);

/** A second attempt finds what was resolved, and changes nothing. */
const agent = (home: string): string => `
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const { CAIRN_PHASE: phase, CAIRN_PHASE_DIR: folder } = process.env;
const again = existsSync(join(folder, phase + '.md'));
const files = {
  left: ['app.txt', ${JSON.stringify(said('good morning'))}],
  right: ['app.txt', ${JSON.stringify(said('bonjour'))}],
  help: ['help.txt', 'Ask, and you are helped.\\n'],
};
if (!again) writeFileSync(...files[phase]);
console.log('At work on ' + phase + '.');
while (!existsSync(join(${JSON.stringify(home)}, 'go-' + phase)))
  await new Promise((resolve) => setTimeout(resolve, 50));
writeFileSync(join(folder, phase + '.md'), 'Done.\\n');
`;

/** `cli`: the program that the terminal runs. */
export async function slotsRepository(cli: string): Promise<SlotsRepository> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-slots-')));
  const git = await gitRepo(
    {
      'agent.mjs': agent(home),
      'app.txt': APP,
      '.cairn/workflows/three.yaml': WORKFLOW,
      'README.md': '# Three\n',
    },
    { parent: home, name: 'three' },
  );
  return {
    git,
    start() {
      const args = [cli, 'start', 'three', '--request', 'Greet them all', '--id', 'three'];
      spawn(process.execPath, args, {
        cwd: git.root,
        env: { ...gitEnvironment(), HOME: home },
        stdio: 'ignore',
      }).unref();
    },
    letGo: (phase) => writeFileSync(join(home, `go-${phase}`), ''),
    dispose() {
      killRunners(git.root);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
