import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { THOROUGH } from '../support/thorough.ts';
import { runExtensionTests } from './harness/runExtensionTests.ts';
import { vendorExtension } from './support/vendorExtension.ts';

let home: string;
let vendor: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cairn-agent-contract-'));
  await mkdir(join(home, 'workspace'));
  // The test offers the model.
  vendor = await vendorExtension(home, 'exports.activate = () => {};\n');
});
afterAll(() => rm(home, { recursive: true, force: true }));

test('a language model of a real VS Code is an agent like every other', THOROUGH, async () => {
  const results = await runExtensionTests({
    testFile: join(import.meta.dirname, 'agentContract.window.ts'),
    extensionDevelopmentPath: vendor,
    workspace: join(home, 'workspace'),
  });
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(results.length).toBeGreaterThan(15);
});
