/**
 * Everything that `npm test` promises: types, lint, format, dead code, the build, units to recovery, and the
 * tests in a real VS Code. Runs all of it whatever fails, and ends with the line that counts.
 *
 * Names limit it to some of them while working: `npm test -- check units`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Count, Failure } from './countTests.ts';
import { scratchInMemory } from './scratchInMemory.ts';

const counts = mkdtempSync(join(tmpdir(), 'cairn-counts-'));
const shell = process.platform === 'win32';

const parts: Readonly<Record<string, () => Count>> = {
  check: () => program('check', process.execPath, ['scripts/check.ts']),
  build: () => program('build', process.execPath, ['scripts/build.ts']),
  units: () => inMemory((env) => suite('units', [], env)),
  editor: () => suite('editor', ['--config', 'vitest.editor.config.ts']),
};

/** A program that counts as one test: it holds or it does not. */
function program(name: string, command: string, args: readonly string[]): Count {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  return status === 0
    ? { passed: 1, failed: [] }
    : { passed: 0, failed: [{ name, message: `exited with ${status}` }] };
}

/** A vitest run; a run that tells no counts has failed, whatever its exit code says. */
function suite(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Count {
  const file = join(counts, `${name}.json`);
  const { status } = spawnSync(
    'node_modules/.bin/vitest',
    ['run', ...args, '--reporter=dot', `--reporter=${join(import.meta.dirname, 'countTests.ts')}`],
    { stdio: 'inherit', shell, env: { ...process.env, ...env, COUNT_FILE: file } },
  );
  const { passed, failed } = readCount(file);
  if (passed === 0 && failed.length === 0) return { passed, failed: [{ name, message: 'did not run' }] };
  return status !== 0 && failed.length === 0
    ? { passed, failed: [{ name, message: `exited with ${status}` }] }
    : { passed, failed };
}

function inMemory(run: (env: Readonly<Record<string, string>>) => Count): Count {
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
    return { passed: 0, failed: [] };
  }
}

/** After each part and again at the end: who reads a long run often has a piece of it only. */
function tell(failed: readonly Failure[]): void {
  for (const { name, message } of failed) console.log(`FAIL ${name}\n       ${message}`);
}

const seconds = (since: number): string => `${Math.round((Date.now() - since) / 1000)} s`;

const asked = process.argv.slice(2);
const done: Count[] = [];
const started = Date.now();
for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const at = Date.now();
  console.log(`── ${name} ──`);
  const count = run();
  done.push(count);
  tell(count.failed);
  console.log(`── ${name}: ${count.passed} passed, ${count.failed.length} failed, ${seconds(at)} ──\n`);
}
rmSync(counts, { recursive: true, force: true });
const failed = done.flatMap((count) => count.failed);
tell(failed);
console.log(`${seconds(started)} in all`);
console.log(`${done.reduce((sum, count) => sum + count.passed, 0)} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
