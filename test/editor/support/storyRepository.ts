import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitRepo, type GitRepo } from '../../support/gitRepo.ts';
import { killRunners } from './killRunners.ts';

/** A repository whose agent does what a test can watch and hold up. */
export interface StoryRepository {
  readonly git: GitRepo;
  /** Everything of the test lies in here. */
  readonly home: string;
  /** `<phase> <attempt>` of every start of the agent, in order. */
  starts(): readonly string[];
  /** Lets the agent of phase two come to its end. */
  letTwoEnd(): Promise<void>;
  /** Kills the runner and everything below it, as a power cut would. */
  killEverything(): number;
  /** The worktree of the only session. */
  worktree(): string;
  /** Ends what still runs and removes the folder. */
  dispose(): void;
}

const AGENT = `
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const [watched] = process.argv.slice(2);
const { CAIRN_PHASE: phase, CAIRN_ATTEMPT: attempt, CAIRN_PHASE_DIR: folder } = process.env;
appendFileSync(join(watched, 'starts'), phase + ' ' + attempt + '\\n');
console.log('working on ' + phase);
if (phase === 'two') while (!existsSync(join(watched, 'go'))) await new Promise((resolve) => setTimeout(resolve, 50));
if (phase === 'three') {
  rmSync('src/old.txt');
  writeFileSync('src/new.txt', 'new\\n');
  writeFileSync('src/kept.txt', 'kept, changed\\n');
  writeFileSync('pixel.bin', Buffer.from([0, 1, 2, 255, 254, 0]));
}
writeFileSync(join(folder, phase + '.md'), '# ' + phase + '\\n\\nDone in attempt ' + attempt + '.\\n');
`;

const workflow = (watched: string): string => `schema: 1
name: story
title: The story
description: Four phases that a test can watch.
agent:
  kind: command
  command: [node, agent.mjs, ${JSON.stringify(watched)}]
phases:
  - id: one
    title: Look around
    prompt: Look.
    artifacts: [one.md]
  - id: two
    title: Wait for a word
    prompt: Wait.
    artifacts: [two.md]
  - id: three
    title: Change three files
    prompt: Change.
    artifacts: [three.md]
    approval: required
  - id: four
    title: Say goodbye
    prompt: Leave.
    artifacts: [four.md]
`;

export async function storyRepository(): Promise<StoryRepository> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-story-')));
  const watched = join(home, 'watched');
  await mkdir(watched);
  const git = await gitRepo(
    {
      'agent.mjs': AGENT,
      '.cairn/workflows/story.yaml': workflow(watched),
      'README.md': '# Story\n',
      'src/old.txt': 'old\n',
      'src/kept.txt': 'kept\n',
    },
    { parent: home, name: 'story' },
  );
  const killEverything = (): number => killRunners(git.root);
  return {
    git,
    home,
    starts: () => {
      const file = join(watched, 'starts');
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    },
    letTwoEnd: () => writeFile(join(watched, 'go'), ''),
    killEverything,
    worktree: () => {
      const place = `${git.root}.worktrees`;
      const [session = ''] = foldersOf(place);
      return join(place, session);
    },
    dispose: () => {
      killEverything();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function foldersOf(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}
