import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitRepo, type GitRepo } from '../../support/gitRepo.ts';
import { killRunners } from './killRunners.ts';

/** The library of the tour, one of whose tests fails, and an agent that mends it phase by phase, as soon as it may. */
export interface NewcomerRepository {
  readonly git: GitRepo;
  /** For a window: where that agent is named. */
  readonly env: Readonly<Record<string, string>>;
  letGo(phase: string): Promise<void>;
  dispose(): void;
}

const SAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'tour', 'repository');

const agent = (gates: string): string => `#!/usr/bin/env node
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const { CAIRN_PHASE: phase, CAIRN_PHASE_DIR: folder, CAIRN_REQUEST: request } = process.env;
const write = (name, text) => writeFileSync(join(folder, name), text);
console.log('I read the tests and src/duration.js.');
while (!existsSync(join(${JSON.stringify(gates)}, phase))) await new Promise((resolve) => setTimeout(resolve, 50));
const mends = !readFileSync(request, 'utf8').includes('README');
if (phase === 'plan')
  write('plan.md', '# Plan\\n\\n## Done when\\n\\nAll 22 tests pass, and nobody reads "1 h 60 min" any more.\\n\\n## Steps\\n\\n1. Round to whole minutes before the hours are split off, in src/duration.js.\\n2. Leave each caller of formatDuration as it is.\\n\\n## Risks\\n\\nA walk of 29.6 minutes is shown as 30 min, as before.\\n');
if (phase === 'implement') {
  const file = 'src/duration.js';
  const before = readFileSync(file, 'utf8');
  const lines = before.split('\\n').map((line) => {
    if (line.includes('TODO(round-minutes)')) return '  // Rounded before the hours are split off: 119.7 minutes are "2 h", never "1 h 60 min".';
    if (line.includes('so a walk of 119.7')) return '  const whole = Math.round(minutes);';
    if (line.includes('const hours')) return '  const hours = Math.floor(whole / 60);';
    return line.includes('const rest') ? '  const rest = whole % 60;' : line;
  });
  if (mends) writeFileSync(file, lines.join('\\n'));
  else writeFileSync('README.md', readFileSync('README.md', 'utf8') + '\\nTimes are those of a fit walker.\\n');
  write('summary.md', '## Changed\\n\\nMinutes are rounded before the hours are split off.\\n\\n## Not as planned\\n\\nNothing.\\n');
}
if (phase === 'verify') {
  write('report.md', '## Checked\\n\\nEach step of the plan was looked for in the diff, and the tests were run.\\n\\n## Result\\n\\nIt is done.\\n');
  write('verdict.json', JSON.stringify({ ok: true, checked: [{ claim: 'It is done', proof: 'src/duration.js:14', holds: true }], missing: [] }));
}
`;

export async function newcomerRepository(): Promise<NewcomerRepository> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-new-')));
  const [config, gates, program] = ['config', 'gates', 'agent.mjs'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(join(config, 'cairn'), { recursive: true });
  await mkdir(gates);
  await writeFile(program, agent(gates), { mode: 0o755 });
  await writeFile(
    join(config, 'cairn', 'agents.yaml'),
    `agents:\n  demo: { kind: command, command: [${program}] }\n`,
  );
  const git = await gitRepo({ 'README.md': '' }, { parent: home, name: 'footpath' });
  for (const name of await readdir(SAMPLE))
    if (name !== '.cairn') await cp(join(SAMPLE, name), join(git.root, name), { recursive: true });
  await rm(join(git.root, '.cairn'), { recursive: true, force: true });
  await git.git('add', '--all');
  await git.git('commit', '-qm', 'A footpath library with one failing test');
  return {
    git,
    env: { VSCODE_CLI: '1', XDG_CONFIG_HOME: config },
    letGo: (phase) => writeFile(join(gates, phase), ''),
    dispose: () => {
      killRunners(git.root);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
