/**
 * Everything that `npm test` promises: types, lint, format, dead code, the build, units to recovery, and the
 * tests in a real VS Code. Runs all of it whatever fails, and ends with the line that counts.
 *
 * Names limit it to some of them while working: `npm test -- check units`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

interface Count {
  readonly passed: number;
  readonly failed: number;
  /** Whole names of what failed: said again at the end, because only the end of a long run is read. */
  readonly names: readonly string[];
}

/** What is used of vitest's report. */
interface Report {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly numFailedTestSuites?: number;
  readonly testResults?: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const reports = mkdtempSync(join(tmpdir(), 'cairn-reports-'));
const shell = process.platform === 'win32';

const parts: Readonly<Record<string, () => Count>> = {
  check: () => program('check', process.execPath, ['scripts/check.ts']),
  build: () => program('build', process.execPath, ['scripts/build.ts']),
  units: () => suite('units', []),
  editor: () => suite('editor', ['--config', 'vitest.editor.config.ts']),
};

/** A program that counts as one test: it holds or it does not. */
function program(name: string, command: string, args: readonly string[]): Count {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
  return status === 0 ? { passed: 1, failed: 0, names: [] } : { passed: 0, failed: 1, names: [name] };
}

/** A vitest run; a run that tells no counts has failed, whatever its exit code says. */
function suite(name: string, args: readonly string[]): Count {
  const report = join(reports, `${name}.json`);
  const options = ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync('node_modules/.bin/vitest', options, { stdio: 'inherit', shell });
  const count = readReport(report);
  if (count === null || count.passed === 0) return { passed: 0, failed: 1, names: [`${name} did not run`] };
  return status !== 0 && count.failed === 0
    ? { ...count, failed: 1, names: [`${name} exited with ${status}`] }
    : count;
}

function readReport(file: string): Count | null {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    return {
      passed: report.numPassedTests ?? 0,
      failed: Math.max(report.numFailedTests ?? 0, report.numFailedTestSuites ?? 0),
      names: (report.testResults ?? []).flatMap(namesOfFailed),
    };
  } catch {
    // No report: the run died before it could write one, which the caller counts as a failure.
    return null;
  }
}

function namesOfFailed(file: NonNullable<Report['testResults']>[number]): readonly string[] {
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  const place = relative(process.cwd(), file.name);
  // A file that could not even be loaded has no tests.
  if (failed.length === 0) return file.status === 'failed' ? [`${place}: ${file.message ?? ''}`] : [];
  return failed.map(
    (test) => `${place}: ${test.fullName}\n       ${test.failureMessages?.[0]?.split('\n')[0] ?? ''}`,
  );
}

const asked = process.argv.slice(2);
const counts: Count[] = [];
const started = Date.now();
for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const at = Date.now();
  console.log(`── ${name} ──`);
  counts.push(run());
  console.log(`── ${name}: ${Math.round((Date.now() - at) / 1000)} s ──`);
}
rmSync(reports, { recursive: true, force: true });
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
for (const name of counts.flatMap((count) => count.names)) console.log(`FAIL ${name}`);
console.log(`${Math.round((Date.now() - started) / 1000)} s in all`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
