/** A reporter of vitest: leaves what a run came to, as JSON, in the file that `COUNT_FILE` names. */
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** What tests came to. */
export interface Count {
  readonly passed: number;
  readonly failed: readonly Failure[];
}

/** A test that failed, or what kept tests from running: a file, a hook, an error outside of any. */
export interface Failure {
  readonly name: string;
  /** The first line of what was thrown. */
  readonly message: string;
}

export default class CountTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strays: readonly SerializedError[]): void {
    const count: Count = {
      passed: modules.reduce((sum, { children }) => sum + [...children.allTests('passed')].length, 0),
      failed: [...modules.flatMap(failuresOf), ...failure('an error outside of any test', strays)],
    };
    const file = process.env['COUNT_FILE'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(count));
  }
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
  const [message = ''] = stripVTControlCharacters(error.message).trimStart().split('\n');
  return [{ name, message }];
}
