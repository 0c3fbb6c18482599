import { spawn } from 'node:child_process';
import { isAbsolute, relative, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { CannotDo } from './workplace.mjs';

const REPORTER = new URL('./reporter.mjs', import.meta.url).href;

/**
 * Runs the repository's tests as `node --test` does and returns each one as
 * `{name, file, line, ok, error}`, in a fixed order and without times, so that two runs compare equal.
 */
export async function runTests(repo) {
  // Node tells a nested run by this variable and would then report to its parent instead of to us.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--test', `--test-reporter=${REPORTER}`], {
    cwd: repo,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    windowsHide: true,
  });
  const failed = new Promise((_resolve, reject) => child.once('error', reject));
  const output = await Promise.race([text(child.stdout), failed]);
  const tests = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .map((test) => {
      const file = relative(repo, test.file).split(sep).join('/');
      // A file that cannot even be loaded counts as one test that is called like the file.
      return { ...test, file, name: isAbsolute(test.name) ? file : test.name };
    });
  if (tests.length === 0) throw new CannotDo('I ran `node --test` and it found no tests at all.');
  return tests.sort((a, b) => compare(a.file, b.file) || a.line - b.line || compare(a.name, b.name));
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** `21 of 22 tests pass`. */
export function tally(tests) {
  return `${tests.filter((test) => test.ok).length} of ${tests.length} tests pass`;
}

export const failing = (tests) => tests.filter((test) => !test.ok);
