import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleTests } from './bundleTests.ts';
import { chooseVSCode } from './chooseVSCode.ts';
import { RESULTS_VARIABLE, type TestResult } from './runNamedTests.ts';
import { createWindowProfile, logOf, writeSettings, type Settings } from './windowProfile.ts';

export interface ExtensionTestRun {
  /** A TypeScript file that exports `tests: NamedTests`; it may import `vscode`. */
  readonly testFile: string;
  readonly extensionDevelopmentPath: string;
  readonly workspace: string;
  readonly settings?: Settings;
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs tests in the extension host of a real VS Code, desktop or browser build; a failed test is a result, not a throw. */
export async function runExtensionTests(run: ExtensionTestRun): Promise<readonly TestResult[]> {
  const profile = await createWindowProfile();
  await writeSettings(profile.userDataDir, 'light', run.settings);
  const resultsFile = join(profile.userDataDir, 'results.json');
  // Node would read a `.js` file by the package.json next to it, which is of type module.
  const bundle = join(profile.userDataDir, 'tests.cjs');
  try {
    await bundleTests(run.testFile, bundle);
    const failure = await exitOf(async () =>
      runTests({
        vscodeExecutablePath: await chooseVSCode(),
        extensionDevelopmentPath: run.extensionDevelopmentPath,
        extensionTestsPath: bundle,
        extensionTestsEnv: { ...run.env, [RESULTS_VARIABLE]: resultsFile },
        launchArgs: [
          run.workspace,
          `--user-data-dir=${profile.userDataDir}`,
          `--extensions-dir=${profile.extensionsDir}`,
        ],
      }),
    );
    return await readResults(resultsFile, failure);
  } finally {
    // The desktop build has printed it itself. Vitest shows it where the test that asked for the run fails.
    console.log(await readFile(logOf(profile.userDataDir), 'utf8').catch(() => ''));
    await profile.remove();
  }
}

async function exitOf(tests: () => Promise<number>): Promise<TestRunFailedError | undefined> {
  try {
    await tests();
    return undefined;
  } catch (error) {
    if (error instanceof TestRunFailedError) return error;
    throw error;
  }
}

async function readResults(
  file: string,
  failure: TestRunFailedError | undefined,
): Promise<readonly TestResult[]> {
  let results: readonly TestResult[] = [];
  try {
    results = JSON.parse(await readFile(file, 'utf8')) as readonly TestResult[];
  } catch (error) {
    throw new Error(`The window ended before its first test did. ${failure?.message ?? ''}`, {
      cause: error,
    });
  }
  // The window may also end badly after tests that went well, and must not pass for that.
  if (failure && results.every(({ ok }) => ok))
    throw new Error('The window ended badly.', { cause: failure });
  return results;
}
