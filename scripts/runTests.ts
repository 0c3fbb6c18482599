/** What `npm test` and `npm run test:thorough` have in common: parts that are run one after the other, counted and told. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Count, Failure } from './countTests.ts';
import { scratchInMemory } from './scratchInMemory.ts';

type Extra = Readonly<Record<string, string>>;

/** A part of the tests, with its name in what is printed. */
export interface Part {
  readonly name: string;
  readonly run: () => Count;
}

const MOST_SLOW = 20;

/** Has vitest run the tests in a real VS Code. */
export const EDITOR = ['--config', 'vitest.editor.config.ts'];

/** Enough for what a soak lost, which it says last. */
const LAST_LINES = 40;

/** A program that counts as one test: it holds or it does not. It is shown when it ends; its last lines say why it failed. */
export function program(name: string, args: readonly string[], env: Extra = {}): Count {
  const { status, stdout } = spawnSync(process.execPath, args, {
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: Infinity,
    env: { ...process.env, ...env },
  });
  process.stdout.write(stdout);
  if (status === 0) return { passed: 1, failed: [], files: [] };
  const lines = [`exited with ${status}`, ...stdout.trimEnd().split('\n').slice(-LAST_LINES)];
  return { passed: 0, failed: [{ name, message: lines.join('\n       ') }], files: [] };
}

/** A vitest run; a run that tells no counts has failed, whatever its exit code says. */
export function suite(name: string, args: readonly string[], env: Extra = {}): Count {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-counts-'));
  const file = join(folder, 'count.json');
  const { status } = spawnSync(
    'node_modules/.bin/vitest',
    ['run', ...args, '--reporter=dot', `--reporter=${join(import.meta.dirname, 'countTests.ts')}`],
    {
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, ...env, COUNT_FILE: file },
    },
  );
  const count = readCount(file);
  rmSync(folder, { recursive: true, force: true });
  if (count.passed === 0 && count.failed.length === 0)
    return { ...count, failed: [{ name, message: 'did not run' }] };
  return status !== 0 && count.failed.length === 0
    ? { ...count, failed: [{ name, message: `exited with ${status}` }] }
    : count;
}

/** Gives a part a temp folder in memory, where there is room for one. */
export function inMemory(run: (env: Extra) => Count): Count {
  const folder = scratchInMemory();
  if (folder === null) return run({});
  try {
    return run({ TMPDIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function readCount(file: string): Count {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Count;
  } catch {
    // The run died before it could write one, which the caller counts as a failure.
    return { passed: 0, failed: [], files: [] };
  }
}

/**
 * Runs parts one after the other, whatever fails, and ends with the line that counts.
 *
 * @param isTime asked before each part; one for which there is none is not run, and told
 */
export function runParts<P extends Part>(
  parts: readonly P[],
  isTime: (part: P) => boolean = () => true,
): void {
  const started = Date.now();
  const done: Count[] = [];
  const left: string[] = [];
  for (const part of parts) {
    const { name, run } = part;
    if (!isTime(part)) {
      left.push(name);
      continue;
    }
    const at = Date.now();
    console.log(`── ${name} ──`);
    const count = run();
    done.push(count);
    tell(count.failed);
    console.log(`── ${name}: ${count.passed} passed, ${count.failed.length} failed, ${seconds(at)} ──\n`);
  }
  const failed = done.flatMap((count) => count.failed);
  tellSlowest(done);
  if (left.length > 0) console.log(`Not run, for want of time: ${left.join(', ')}`);
  tell(failed);
  console.log(`${seconds(started)} in all`);
  console.log(`${done.reduce((sum, count) => sum + count.passed, 0)} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** After each part and again at the end: who reads a long run often has a piece of it only. */
function tell(failed: readonly Failure[]): void {
  for (const { name, message } of failed) console.log(`FAIL ${name}\n       ${message}`);
}

function tellSlowest(done: readonly Count[]): void {
  const files = done.flatMap((count) => count.files).toSorted(([, one], [, other]) => other - one);
  if (files.length === 0) return;
  console.log(`The slowest of ${files.length} files:`);
  for (const [file, took] of files.slice(0, MOST_SLOW))
    console.log(`${took.toFixed(1).padStart(8)} s  ${file}`);
}

const seconds = (since: number): string => `${Math.round((Date.now() - since) / 1000)} s`;
