/**
 * Looks like the `code` program to `@vscode/test-electron` and runs its tests in the browser build.
 *
 * Started by browserCode.sh, with the arguments that `runTests` gives to a desktop VS Code.
 */
import { parseArgs } from 'node:util';
import { runInBrowser } from './runInBrowser.ts';
import { TESTS_BEGIN } from './runNamedTests.ts';
import { createWindowProfile } from './windowProfile.ts';

const TEST_RUN_LIMIT = 10 * 60_000;

const { values, positionals } = parseArgs({
  strict: false, // The desktop build's other switches mean nothing here.
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: 'string', multiple: true },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
    'extensions-dir': { type: 'string' },
    'disable-workspace-trust': { type: 'boolean' },
  },
});

// A runTests that is killed tells nobody; its child sees another parent.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.exit(1), 500).unref();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

// Forty lines of a window's start hide the tests; they are of use where no test began.
const start: string[] = [];
let testsBegan = false;
function print(line: string): void {
  testsBegan ||= line.startsWith(TESTS_BEGIN);
  if (testsBegan) console.log(line);
  else start.push(line);
}

const own = await createWindowProfile('light');
try {
  const text = (name: keyof typeof values): string | undefined => values[name]?.toString();
  const extensionTestsPath = text('extensionTestsPath');
  if (!extensionTestsPath)
    throw new Error('browserCode runs extension tests only: --extensionTestsPath is missing.');
  process.exitCode = await runInBrowser({
    workspace: positionals[0] ?? own.userDataDir,
    extensionDevelopmentPath: [values.extensionDevelopmentPath ?? []].flat().map(String),
    extensionTestsPath,
    userDataDir: text('user-data-dir') ?? own.userDataDir,
    extensionsDir: text('extensions-dir') ?? own.extensionsDir,
    trustDisabled: values['disable-workspace-trust'] === true,
    limit: TEST_RUN_LIMIT,
    print,
  });
} finally {
  if (!testsBegan) console.log(start.join('\n'));
  await own.remove();
}
