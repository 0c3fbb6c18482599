// @module-tag thorough
import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitEnvironment, gitRepo } from '../support/gitRepo.ts';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { killRunners } from './support/killRunners.ts';

const WORKFLOW = `schema: 1
name: two
agent: { kind: command, command: [node, agent.mjs] }
phases:
  - id: plan
    artifacts: [result.md]
    packet: { review: true }
  - id: build
    artifacts: [result.md]
`;
const AGENT = `
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
writeFileSync(join(process.env.CAIRN_PHASE_DIR, 'result.md'), 'Use a cookie.\\n');
`;

let extension: BuiltExtension;
let window: OpenWindow;
let home: string;
let root: string;
let packet: string;

const cairn = (...args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd: root, env: { ...gitEnvironment(), HOME: home } };
    execFile(process.execPath, [join(extension.path, 'dist', 'cli.cjs'), ...args], options, (_error, out) =>
      resolve(out.trim()),
    );
  });

beforeAll(async () => {
  extension = builtExtension();
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cairn-packet-')));
  ({ root } = await gitRepo({ 'agent.mjs': AGENT, '.cairn/workflows/two.yaml': WORKFLOW }, { parent: home }));
  await cairn('start', 'two', '--request', 'Add login', '--id', 'login');
  packet = join(await cairn('path', 'login'), '.cairn/sessions/login/01-plan/PACKET.md');
  window = await openWindow({ workspace: root, extensionDevelopmentPath: extension.path, theme: 'light' });
  await window.command('View: Show Cairn');
  await window.waitForText('Waiting for a look at the summary for the next phase');
});
afterAll(async () => {
  await window?.dispose();
  killRunners(root);
  extension?.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

test('a packet is opened from the tree, edited and approved, and the next phase gets it as edited', async () => {
  await waitUntil(
    async () => {
      const found = (await window.tree('Sessions')).find(({ label }) => label.startsWith('Phase 1, plan'));
      if (found?.expanded === false) await window.clickRow(/^Phase 1, plan/);
      return found?.expanded === true;
    },
    () => 'the phase cannot be opened',
  );
  await window.clickRow(/Summary for the next phase/);
  await window.waitForText('tokenizer: o200k_base');
  await window.screenshot('packet-review');
  const text = await readFile(packet, 'utf8');
  await writeFile(packet, text.replace('## Artifacts\n', '## Artifacts\n- said the person\n'));
  await window.rowAction(/^Phase 1, plan/, 'Approve and Continue');
  await waitUntil(
    async () => (await cairn('packet', 'login', 'build')).includes('said the person'),
    () => 'build is not done',
  );
  expect(await cairn('packet', 'login', 'plan')).toContain('said the person');
});
