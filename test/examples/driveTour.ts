import { spawn } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';

export const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
export const SAMPLE = join(EXAMPLES, 'tour', 'repository');
const SESSION = '.cairn/sessions/20261120-tour-test';

export interface RulesOfPhase {
  readonly id: string;
  readonly artifacts: readonly (string | ArtifactRules)[];
  readonly checks?: readonly { readonly run: readonly [string, ...string[]] }[];
  readonly approval?: string;
}

export interface ArtifactRules {
  readonly path: string;
  readonly minBytes?: number;
  readonly headings?: readonly string[];
  readonly schema?: object;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** The sample repository in a temp folder, and its agent driven by hand as Cairn would drive it. */
export interface Tour {
  readonly repo: GitRepo;
  readonly phases: readonly RulesOfPhase[];
  /** Path of a phase's file from the root of the repository. */
  inPhase(phase: string, name: string): string;
  /** One attempt of the agent at a phase. */
  attempt(phase: string, prompt?: string): Promise<Ended>;
  /** A program in the root, without a shell. */
  run(command: readonly string[]): Promise<Ended>;
  /** Id of a tree of everything in the repository: equal ids, equal bytes. */
  everything(): Promise<string>;
}

export async function openTour(request = 'Make the failing test pass'): Promise<Tour> {
  const repo = await gitRepo();
  await cp(SAMPLE, repo.root, { recursive: true });
  await repo.commit('the sample');
  await repo.write(`${SESSION}/REQUEST.md`, `${request}\n`);

  const workflow = parse(await readFile(join(SAMPLE, '.cairn/workflows/tour.yaml'), 'utf8')) as {
    readonly agent: { readonly command: readonly string[] };
    readonly phases: readonly RulesOfPhase[];
  };
  const folderOf = (phase: string): string => {
    const number = workflow.phases.findIndex(({ id }) => id === phase) + 1;
    return `${SESSION}/${String(number).padStart(2, '0')}-${phase}`;
  };
  return {
    repo,
    phases: workflow.phases,
    inPhase: (phase, name) => `${folderOf(phase)}/${name}`,
    async attempt(phase, prompt = '') {
      const phaseDir = join(repo.root, folderOf(phase));
      await mkdir(phaseDir, { recursive: true });
      const session = join(repo.root, SESSION);
      return runIn(repo.root, workflow.agent.command, prompt, {
        CAIRN_SESSION: '20261120-tour-test',
        CAIRN_PHASE: phase,
        CAIRN_ATTEMPT: '1',
        CAIRN_PHASE_DIR: phaseDir,
        CAIRN_SESSION_DIR: session,
        CAIRN_PACKET: join(session, 'PACKET.md'),
        CAIRN_REQUEST: join(session, 'REQUEST.md'),
        CAIRN_REPO: repo.root,
      });
    },
    run: (command) => runIn(repo.root, command),
    async everything() {
      await repo.git('add', '-A');
      return repo.git('write-tree');
    },
  };
}

async function runIn(
  root: string,
  [program, ...args]: readonly string[],
  input = '',
  extra: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const kept = Object.entries(process.env).filter(([key]) => !/^(?:GIT|CAIRN|NODE_TEST)_/.test(key));
  const child = spawn(program === 'node' ? process.execPath : String(program), args, {
    cwd: root,
    env: { ...Object.fromEntries(kept), TOUR_PACE: '0', ...extra },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {
    // A program that ends without reading its input is allowed to; its exit code says the rest.
  });
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output: out + err };
}
