/** A reporter of vitest: leaves what a run came to, as JSON, in the file that `COUNT_FILE` names. */
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** What tests came to. */
export interface Count {
  readonly passed: number;
  readonly failed: readonly Failure[];
  /** How long each file took, in seconds. */
  readonly files: readonly (readonly [file: string, seconds: number])[];
}

/** A test that failed, or what kept tests from running: a file, a hook, an error outside of any. */
export interface Failure {
  readonly name: string;
  /** The first lines of what was thrown. */
  readonly message: string;
}

/** Enough for what a window showed and its server said (`test/editor/harness/tellWindows.ts`). */
const MOST_LINES = 60;

export default class CountTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strays: readonly SerializedError[]): void {
    const count: Count = {
      passed: modules.reduce((sum, { children }) => sum + [...children.allTests('passed')].length, 0),
      failed: [...modules.flatMap(failuresOf), ...failure('an error outside of any test', strays)],
      files: modules.map((module) => [module.relativeModuleId, secondsOf(module)]),
    };
    const file = process.env['COUNT_FILE'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(count));
  }
}

function secondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration) / 1000;
}

function failuresOf(module: TestModule): readonly Failure[] {
  const file = module.relativeModuleId;
  return [
    ...failure(file, module.errors()),
    ...[...module.children.allSuites()].flatMap((suite) =>
      failure(`${file}: ${suite.fullName}`, suite.errors()),
    ),
    ...[...module.children.allTests('failed')].flatMap((test) =>
      failure(`${file}: ${test.fullName}`, test.result().errors ?? []),
    ),
  ];
}

/** None without an error. */
function failure(name: string, [error]: readonly { readonly message: string }[]): readonly Failure[] {
  if (error === undefined) return [];
  const lines = stripVTControlCharacters(error.message).trim().split('\n');
  const message = lines.slice(0, MOST_LINES).join('\n       ');
  return [{ name, message }];
}
