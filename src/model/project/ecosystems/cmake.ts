import { lineWith, textIn } from '../evidence.ts';
import type { CheckKind, Ecosystem, Found } from '../project.ts';

const FILE = 'CMakeLists.txt';
const FOLDERS = ['build/', '_build/', 'out/', 'cmake-build/'];
const TESTS = /^\s*(?:(?:enable_testing|add_test)\s*\(|include\s*\(\s*CTest\b)/i;

/** Built in the first folder of a usual name that git ignores, and tested where it says that it has tests. */
export const cmake: Ecosystem = {
  reads: [FILE],
  sees: [],
  fills: FOLDERS,
  find(facts) {
    if (!facts.files.has(FILE)) return null;
    const folder = FOLDERS.find((each) => facts.ignored.has(each))?.replace(/\/$/, '');
    const at = (kind: CheckKind, run: string, needs: string, line = 1): Found<CheckKind> => ({
      kind,
      run,
      file: FILE,
      line,
      needs,
    });
    const build = (into: string): Found<CheckKind> =>
      at('build', `cmake -B ${into} && cmake --build ${into}`, 'cmake');
    if (folder === undefined) {
      const { run } = build('build');
      return { doubts: [{ doubt: 'not-ignored', run, fills: 'build/', file: FILE, line: 1 }] };
    }
    const line = lineWith(textIn(facts, FILE), TESTS);
    // Without tests it says so, instead of nothing.
    const test = `ctest --test-dir ${folder} --output-on-failure --no-tests=error`;
    return {
      checks: [build(folder), ...(line === null ? [] : [at('test', test, 'ctest', line)])],
    };
  },
};
