import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runExtensionTests } from './harness/runExtensionTests.ts';

/** It only says that there is such a vendor: the test offers the model. */
const MANIFEST = {
  name: 'scripted-vendor',
  publisher: 'cairn-tests',
  version: '0.0.1',
  engines: { vscode: '^1.106.0' },
  main: './main.js',
  activationEvents: ['onStartupFinished'],
  contributes: { languageModelChatProviders: [{ vendor: 'scripted', displayName: 'Scripted' }] },
};

let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cairn-agent-contract-'));
  for (const folder of ['extension', 'workspace']) await mkdir(join(home, folder));
  await writeFile(join(home, 'extension', 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(join(home, 'extension', 'main.js'), 'exports.activate = () => {};\n');
});
afterAll(() => rm(home, { recursive: true, force: true }));

test('a language model of a real VS Code is an agent like every other', async () => {
  const results = await runExtensionTests({
    testFile: join(import.meta.dirname, 'agentContract.window.ts'),
    extensionDevelopmentPath: join(home, 'extension'),
    workspace: join(home, 'workspace'),
  });
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(results.length).toBeGreaterThan(15);
});
