import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acpSettings } from '../../support/acpAgent.ts';
import { gitRepo, type GitRepo } from '../../support/gitRepo.ts';
import { killRunners } from './killRunners.ts';

/** A repository whose agents ask: one for permissions, over the protocol, and one a question, in a file. */
export interface AskingRepository {
  readonly git: GitRepo;
  /** For the setting `cairn.agents`. */
  readonly agents: Readonly<Record<string, unknown>>;
  promptOf(phase: string, attempt: number): string | null;
  dispose(): void;
}

const FLOW = `schema: 1
name: asking
title: Ask me
phases:
  - id: build
    title: Build it with tools
    agent: speaker
    artifacts: [/made.md]
  - id: decide
    title: Decide the colour
    agent: asker
    artifacts: [decide.md]
`;

const ASKER = `
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const [watched] = process.argv.slice(2);
const { CAIRN_PHASE: phase, CAIRN_ATTEMPT: attempt, CAIRN_PHASE_DIR: folder } = process.env;
const prompt = readFileSync(0, 'utf8');
writeFileSync(join(watched, 'prompt-' + phase + '-' + attempt), prompt);
if (prompt.includes('answered:')) writeFileSync(join(folder, phase + '.md'), '# Decided\\n\\nAs told.\\n');
else writeFileSync(join(folder, 'QUESTION.md'), 'Which colour should the button have?\\n\\n- [ ] Green, like the others\\n- [ ] Blue\\n');
`;

export async function askingRepository(): Promise<AskingRepository> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-asking-')));
  const watched = join(home, 'watched');
  await mkdir(watched);
  const git = await gitRepo(
    { 'asker.mjs': ASKER, '.cairn/workflows/asking.yaml': FLOW, 'README.md': '# Asking\n' },
    { parent: home, name: 'asking' },
  );
  const prompt = (phase: string, attempt: number): string => join(watched, `prompt-${phase}-${attempt}`);
  return {
    git,
    agents: {
      speaker: acpSettings({
        steps: [
          { plan: ['Look around', 'Write it', 'Try it'] },
          { say: 'I look around first.\n' },
          { write: { path: 'ran-1.md', text: '1' }, asks: true, kind: 'execute' },
          { write: { path: '../outside.md', text: 'x' }, asks: true },
          { write: { path: 'made.md', text: '# Made\n' }, asks: true },
        ],
      }),
      asker: { kind: 'command', command: ['node', 'asker.mjs', watched] },
    },
    promptOf: (phase, attempt) =>
      existsSync(prompt(phase, attempt)) ? readFileSync(prompt(phase, attempt), 'utf8') : null,
    dispose: () => {
      killRunners(git.root);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
