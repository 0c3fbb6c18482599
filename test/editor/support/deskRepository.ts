import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gitEnvironment, gitRepo, type GitRepo } from '../../support/gitRepo.ts';
import { killRunners } from './killRunners.ts';

/** A repository for everything that a person says to a session: words, stops, second thoughts. */
export interface DeskRepository {
  readonly git: GitRepo;
  /** What the settings of the window name as `robot`. */
  readonly robot: readonly string[];
  /** The prompt that an attempt was given, once its agent has started; null before. */
  promptOf(phase: string, attempt: number): string | null;
  /** Lets the agent of the slow phase come to its end. */
  letGo(attempt: number): Promise<void>;
  /** Runs `cairn` as a terminal beside the window would; answers what it printed. */
  terminal(...args: readonly string[]): Promise<string>;
  dispose(): void;
}

/** Three by two pixels, and bytes that are no text. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGM4IScHQQxwFgBBAAYZPEVBlgAAAABJRU5ErkJggg==';

const AGENT = `
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const [watched] = process.argv.slice(2);
const { CAIRN_PHASE: phase, CAIRN_ATTEMPT: attempt, CAIRN_PHASE_DIR: folder } = process.env;
console.log('the agent works on ' + phase);
if (phase === 'slow') writeFileSync('half-' + attempt + '.txt', 'half of attempt ' + attempt + '\\n');
const told = join(watched, 'prompt-' + phase + '-' + attempt);
writeFileSync(told + '.part', readFileSync(0));
renameSync(told + '.part', told);
if (phase === 'draft') {
  writeFileSync(join(folder, 'pixel.png'), Buffer.from('${PICTURE}', 'base64'));
  writeFileSync('big.bin', Buffer.alloc(1_500_000, 1));
}
if (phase === 'slow')
  while (!existsSync(join(watched, 'go-' + attempt))) await new Promise((resolve) => setTimeout(resolve, 50));
if (phase === 'first' || phase === 'second') writeFileSync('here.txt', phase + '\\n');
writeFileSync(join(folder, phase + '.md'), '# ' + phase + '\\n\\nDone in attempt ' + attempt + '.\\n');
`;

const CAREFUL = `schema: 1
name: careful
title: The careful one
agent: robot
phases:
  - id: draft
    title: Draft it
    artifacts: [draft.md, pixel.png]
    checks:
      - name: Count
        run: [node, -e, "console.log('the check counts to three')"]
      - name: Listen
        run: [node, -e, "console.log('the check hears nothing')"]
    approval: required
  - id: byhand
    title: Do it by hand
    prompt: Write down what you found.
    agent: { kind: manual }
    artifacts:
      - path: notes.md
        headings: [Findings]
  - id: slow
    title: Take your time
    artifacts: [slow.md]
  - id: last
    title: Finish
    artifacts: [last.md]
`;

const HERE = `schema: 1
name: here
title: In place
agent: robot
phases:
  - id: first
    title: Write it
    artifacts: [/here.txt]
  - id: second
    title: Write it anew
    artifacts: [/here.txt]
`;

const NOBODY = `schema: 1
name: nobody
title: Nobody is there
agent: nobody
phases:
  - id: only
    artifacts: [only.md]
`;

/** `cli`: the program that the terminal runs. */
export async function deskRepository(cli: string): Promise<DeskRepository> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-desk-')));
  const watched = join(home, 'watched');
  await mkdir(watched);
  const git = await gitRepo(
    {
      'agent.mjs': AGENT,
      '.cairn/workflows/careful.yaml': CAREFUL,
      '.cairn/workflows/here.yaml': HERE,
      '.cairn/workflows/nobody.yaml': NOBODY,
      'README.md': '# Desk\n',
    },
    { parent: home, name: 'desk' },
  );
  const prompt = (phase: string, attempt: number): string => join(watched, `prompt-${phase}-${attempt}`);
  return {
    git,
    robot: ['node', 'agent.mjs', watched],
    promptOf: (phase, attempt) =>
      existsSync(prompt(phase, attempt)) ? readFileSync(prompt(phase, attempt), 'utf8') : null,
    letGo: (attempt) => writeFile(join(watched, `go-${attempt}`), ''),
    terminal: async (...args) => {
      const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], {
        cwd: git.root,
        env: { ...gitEnvironment(), HOME: home },
      });
      return stdout;
    },
    dispose: () => {
      killRunners(git.root);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
