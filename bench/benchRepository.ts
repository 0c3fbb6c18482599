import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DURABLE_CONFIG, QUIET_CONFIG } from '../src/git/env.ts';

const run = promisify(execFile);

/** A repository of many files for measuring, in a temp folder of its own. */
export interface BenchRepository {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  git(...args: string[]): Promise<string>;
  /** Runs a shell script in the root, with `$G` = git and the `-c` options that Cairn itself uses. */
  shell(script: string): Promise<string>;
  /** Ten files, spread over the tree. */
  readonly ten: readonly string[];
  /** Changes these ten to something new. */
  changeTen(): Promise<void>;
  dispose(): Promise<void>;
}

const PER_FOLDER = 50;
const SHARED_ENV = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent-home',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@localhost',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@localhost',
};

/** The `-c` options of a durable call of Cairn, as one string for a shell. */
const OPTIONS = [...QUIET_CONFIG, ...DURABLE_CONFIG].map((line) => `-c ${line}`).join(' ');

/** Makes a repository with one commit of `files` small text files, fifty to a folder. */
export async function benchRepository(files: number): Promise<BenchRepository> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cairn-bench-')));
  const root = join(folder, 'repo');
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', args, { cwd: root, env: SHARED_ENV, maxBuffer: 1 << 28 })).stdout.trim();
  for (let folderNumber = 0; folderNumber * PER_FOLDER < files; folderNumber += 1) {
    await mkdir(join(root, folderOf(folderNumber * PER_FOLDER)), { recursive: true });
    const names = Array.from(
      { length: Math.min(PER_FOLDER, files - folderNumber * PER_FOLDER) },
      (_value, at) => folderNumber * PER_FOLDER + at,
    );
    await Promise.all(
      names.map((at) =>
        writeFile(
          join(root, pathOf(at)),
          `export const value${at} = ${at};\n${'// filler\n'.repeat(at % 40)}`,
        ),
      ),
    );
  }
  await git('init', '-q', '-b', 'main');
  await git('config', 'gc.auto', '0');
  await git('add', '-A');
  await git('commit', '-qm', 'first');
  let turn = 0;
  const ten = Array.from({ length: 10 }, (_value, at) => pathOf(at * Math.floor(files / 10) + (at % 7)));
  return {
    root,
    ten,
    env: SHARED_ENV,
    git,
    shell: async (script) =>
      (
        await run('/bin/sh', ['-ec', script], { cwd: root, env: { ...SHARED_ENV, G: `git ${OPTIONS}` } })
      ).stdout.trim(),
    async changeTen() {
      turn += 1;
      for (const path of ten) await appendFile(join(root, path), `// turn ${turn}\n`);
    },
    dispose: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function folderOf(file: number): string {
  const folder = Math.floor(file / PER_FOLDER);
  return `src/part${Math.floor(folder / 40)}/folder${folder % 40}`;
}

const pathOf = (file: number): string => `${folderOf(file)}/file${file}.ts`;
