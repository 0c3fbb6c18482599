/**
 * Looks like the `code` program to `@vscode/test-electron` and runs its tests in the browser build.
 *
 * Started by browserCode.sh, with the arguments that `runTests` gives to a desktop VS Code.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runInBrowser } from './runInBrowser.ts';
import { TESTS_BEGIN } from './runNamedTests.ts';
import { createWindowProfile, logOf, writeSettings } from './windowProfile.ts';

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

const own = await createWindowProfile();
await writeSettings(own.userDataDir, 'light');
const text = (name: keyof typeof values): string | undefined => values[name]?.toString();
const userDataDir = text('user-data-dir') ?? own.userDataDir;

let testsBegan = false;
/** Into a file and not to the terminal: only who began the run knows whether somebody wants to read it. */
function print(line: string): void {
  // Forty lines of a window's start hide the tests; they are of use where no test began.
  const begin = !testsBegan && line.startsWith(TESTS_BEGIN);
  testsBegan ||= begin;
  writeFileSync(logOf(userDataDir), `${line}\n`, { flag: begin ? 'w' : 'a' });
}

try {
  const extensionTestsPath = text('extensionTestsPath');
  if (!extensionTestsPath)
    throw new Error('browserCode runs extension tests only: --extensionTestsPath is missing.');
  process.exitCode = await runInBrowser({
    workspace: positionals[0] ?? own.userDataDir,
    extensionDevelopmentPath: [values.extensionDevelopmentPath ?? []].flat().map(String),
    extensionTestsPath,
    userDataDir,
    extensionsDir: text('extensions-dir') ?? own.extensionsDir,
    trustDisabled: values['disable-workspace-trust'] === true,
    limit: TEST_RUN_LIMIT,
    print,
  });
} finally {
  await own.remove();
}
