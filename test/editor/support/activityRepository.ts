import { execFile, type ChildProcess } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { acpSettings } from '../../support/acpAgent.ts';
import type { AcpPart } from '../../support/acpPart.ts';
import { gitEnvironment, gitRepo, type GitRepo } from '../../support/gitRepo.ts';
import { killRunners } from './killRunners.ts';

/** A repository whose agent tells what it plans and does, and goes on when the test says so. */
export interface ActivityRepository {
  readonly git: GitRepo;
  /** For `cairn.agents` of the window, and the same for the terminal beside it. */
  readonly agents: Readonly<Record<string, unknown>>;
  /** Lets the agent come to its next stop. */
  letGo(stop: 'one' | 'two'): Promise<void>;
  /** Begins a session from a terminal beside the window. */
  begin(request: string): void;
  /** Who drives the one session, as a terminal would be told; '' before there is one. */
  driver(): Promise<string>;
  dispose(): void;
}

const WORKFLOW = `schema: 1
name: activity
title: Something to look at
agent: telling
phases:
  - id: build
    title: Build the parser
    artifacts: [/src/parser.ts]
  - id: last
    title: Say what was done
    agent: { kind: manual }
    artifacts: [/done.md]
`;

type Words = readonly (readonly [text: string, status: 'pending' | 'in_progress' | 'completed'])[];
const plan = (words: Words) => ({
  update: {
    sessionUpdate: 'plan',
    entries: words.map(([content, status]) => ({ content, status, priority: 'medium' })),
  },
});
const call = (id: string, title: string, kind: string, status: string, path?: string) => ({
  update: {
    sessionUpdate: 'tool_call',
    toolCallId: id,
    title,
    kind,
    status,
    ...(path === undefined ? {} : { locations: [{ path }] }),
  },
});

const part = (watched: string): AcpPart => ({
  modes: ['build'],
  answer: { usage: { inputTokens: 11_000, outputTokens: 1400, totalTokens: 12_400 } },
  steps: [
    plan([
      ['Read the grammar', 'completed'],
      [
        'Write $(alert) the **parser** and everything that goes with it, carefully and in one go',
        'in_progress',
      ],
      ['Run the tests', 'pending'],
    ]),
    call('a', 'Read README.md', 'read', 'completed', 'README.md'),
    call('b', 'Edit', 'edit', 'failed', 'src/a/rather/long/path/to/a/file/that/is/not/there.ts'),
    call('c', 'Look at [a link](command:x) $(alert) `code`', 'search', 'completed'),
    call('d', 'npm test', 'execute', 'in_progress'),
    { grumble: 'a warning on standard error' },
    { say: 'I write the parser now. \u001b[31mIt is **red** $(flame)\u001b[0m\n' },
    { until: join(watched, 'one') },
    { update: { sessionUpdate: 'tool_call_update', toolCallId: 'd', status: 'completed' } },
    plan([
      ['Read the grammar', 'completed'],
      ['Write the parser', 'completed'],
      ['Run the tests', 'in_progress'],
    ]),
    { write: { path: 'src/parser.ts', text: 'export const parse = 1;\n' } },
    { say: 'The parser is there.\n' },
    { until: join(watched, 'two') },
  ],
});

/** `cli`: the program that the terminal runs. */
export async function activityRepository(cli: string): Promise<ActivityRepository> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-activity-')));
  const watched = join(home, 'watched');
  const config = join(home, 'config');
  await mkdir(watched);
  await mkdir(join(config, 'cairn'), { recursive: true });
  const agents = { telling: acpSettings(part(watched)) };
  await writeFile(join(config, 'cairn', 'agents.yaml'), JSON.stringify({ agents }));
  const git = await gitRepo(
    { '.cairn/workflows/activity.yaml': WORKFLOW, 'README.md': '# Activity\n' },
    { parent: home, name: 'activity' },
  );
  const terminals: ChildProcess[] = [];
  const env = { ...gitEnvironment(), HOME: home, XDG_CONFIG_HOME: config };
  const run = promisify(execFile);
  return {
    git,
    agents,
    letGo: (stop) => writeFile(join(watched, stop), ''),
    begin: (request) =>
      void terminals.push(
        execFile(process.execPath, [cli, 'start', 'activity', '--request', request], {
          cwd: git.root,
          env,
        }),
      ),
    driver: async () => {
      const said = await run(process.execPath, [cli, 'status', '--json'], { cwd: git.root, env }).catch(
        () => null,
      );
      return said === null ? '' : ((JSON.parse(said.stdout) as { drivenBy: string | null }).drivenBy ?? '');
    },
    dispose: () => {
      for (const terminal of terminals) terminal.kill('SIGKILL');
      killRunners(git.root);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
