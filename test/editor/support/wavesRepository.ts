import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitEnvironment, gitRepo, type GitRepo } from '../../support/gitRepo.ts';
import { killRunners } from './killRunners.ts';

/** A repository whose workflows have waves, items, a loop and conditions. */
export interface WavesRepository {
  readonly git: GitRepo;
  /** Starts a session in a terminal and waits until it stops; answers with the exit code. */
  start(workflow: 'waves' | 'unreadable', request: string, id: string): Promise<number>;
  dispose(): void;
}

/** A review that says no for ever; its loop has two rounds. */
const WAVES = `schema: 2
name: waves
title: Waves and rounds
agent: { kind: command, command: [node, agent.mjs] }
phases:
  - id: plan
    title: Plan it
    artifacts: [tasks.json]
  - id: build
    needs: [plan]
    forEach: { file: plan/tasks.json, at: /tasks }
    title: "Build {{ item.title }}"
    artifacts: [summary.md]
  - id: docs
    title: Write the documentation
    needs: [plan]
    when: { file: plan/tasks.json, at: /docs, is: true }
    artifacts: [docs.md]
  - id: review
    title: Review what was built
    needs: [build, docs]
    artifacts: [verdict.json]
    loop: { to: build, until: { file: review/verdict.json, at: /ok, is: true }, max: 2 }
  - id: publish
    title: Publish
    needs: [review]
    artifacts: [publish.md]
`;

/** Whether `docs` runs cannot be decided. */
const UNREADABLE = `schema: 2
name: unreadable
agent: { kind: command, command: [node, agent.mjs] }
phases:
  - id: notes
    artifacts: [notes.json]
  - id: docs
    when: { file: notes/notes.json, at: /docs, is: true }
    artifacts: [docs.md]
  - id: publish
    artifacts: [publish.md]
`;

const AGENT = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
const { CAIRN_PHASE: phase, CAIRN_ROUND: round, CAIRN_PHASE_DIR: folder } = process.env;
const write = (name, text) => writeFileSync(join(folder, name), text);
const tasks = [
  { id: 'api', title: 'the interface' },
  { id: 'page', title: 'the page that shows all of it, with a rather long name' },
  { id: 'mail', title: 'the mail' },
];
console.log(phase + ', round ' + round);
if (phase === 'plan') write('tasks.json', JSON.stringify({ tasks, docs: 'no' }));
else if (phase === 'review') write('verdict.json', JSON.stringify({ ok: false, round }));
else if (phase === 'notes') write('notes.json', '{"docs": yes');
else if (phase.startsWith('build')) write('summary.md', 'Built in round ' + round + '.\\n');
else write(phase + '.md', 'Done.\\n');
`;

/** `cli`: the program that the terminal runs. */
export async function wavesRepository(cli: string): Promise<WavesRepository> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-waves-')));
  const git = await gitRepo(
    {
      'agent.mjs': AGENT,
      '.cairn/workflows/waves.yaml': WAVES,
      '.cairn/workflows/unreadable.yaml': UNREADABLE,
      'README.md': '# Waves\n',
    },
    { parent: home, name: 'waves' },
  );
  return {
    git,
    start: (workflow, request, id) =>
      new Promise((resolve) => {
        const args = [cli, 'start', workflow, '--request', request, '--id', id];
        const options = { cwd: git.root, env: { ...gitEnvironment(), HOME: home } };
        execFile(process.execPath, args, options, (error) => resolve(Number(error?.code ?? 0)));
      }),
    dispose: () => {
      killRunners(git.root);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
