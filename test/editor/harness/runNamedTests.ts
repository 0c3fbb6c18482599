import { writeFileSync } from 'node:fs';

/** Tests that run inside the extension host, each named by the sentence of what holds. */
export type NamedTests = Readonly<Record<string, () => Promise<void> | void>>;

export interface TestResult {
  readonly name: string;
  readonly ok: boolean;
  /** The stack of what was thrown. */
  readonly error?: string;
}

/** Where the results go: a file, since the desktop build shows nothing of the extension host but lines of a log. */
export const RESULTS_VARIABLE = 'CAIRN_EDITOR_TEST_RESULTS';
/** Begins the runner's first line; what the window logs before it is its start. */
export const TESTS_BEGIN = 'Tests in VS Code:';
const TEST_LIMIT = 60_000;

/** Runs the tests one after the other; throws at the end when one failed, which makes the window's exit code 1. */
export async function runNamedTests(tests: NamedTests): Promise<void> {
  const results: TestResult[] = [];
  console.log(`${TESTS_BEGIN} ${Object.keys(tests).length}`);
  for (const [name, test] of Object.entries(tests)) {
    const result = await runOne(name, test);
    results.push(result);
    console.log(result.ok ? `ok   ${name}` : `FAIL ${name}\n${result.error ?? ''}`);
    // After each test: what a crash leaves is what ran.
    writeResults(results);
  }
  const failed = results.filter(({ ok }) => !ok).length;
  console.log(`${TESTS_BEGIN} ${results.length} done, ${failed} of them failed`);
  if (failed > 0) throw new Error(`${failed} of ${results.length} tests failed.`);
}

async function runOne(name: string, test: NamedTests[string]): Promise<TestResult> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`still running after ${TEST_LIMIT} ms`)), TEST_LIMIT);
  });
  try {
    await Promise.race([test(), limit]);
    return { name, ok: true };
  } catch (error) {
    return {
      name,
      ok: false,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  } finally {
    clearTimeout(timer);
  }
}

function writeResults(results: readonly TestResult[]): void {
  const file = process.env[RESULTS_VARIABLE];
  if (file) writeFileSync(file, JSON.stringify(results));
}
