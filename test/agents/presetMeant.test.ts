import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { carriedVersion } from '../../src/agents/carriedVersion.ts';
import { presetMeantBy, PRESETS } from '../../src/agents/presets.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

test.each([
  [['codex-acp'], 'codex'],
  [['/opt/bin/codex-acp'], 'codex'],
  [['C:\\npm\\codex-acp.cmd'], 'codex'],
  [['npx', '-y', '@agentclientprotocol/codex-acp@2.6.0'], 'codex'],
  [['npx', '@github/copilot', '--acp'], 'copilot'],
  [['pnpm', 'dlx', '@agentclientprotocol/claude-agent-acp'], 'claude'],
  [['npx', '@else/codex-acp-like'], undefined],
  [['my-agent', 'codex-acp'], undefined],
] as const)('%j means %s', (command, name) => {
  expect(presetMeantBy(command)?.name).toBe(name);
});

test('the version of the agent is that of the package that its adapter carries, not that of the adapter', async () => {
  const root = await temporaryFolder();
  const carries = PRESETS.find(({ name }) => name === 'claude')!.acp.carries!;
  const adapter = join(root, 'lib/node_modules/@agentclientprotocol/claude-agent-acp/dist');
  const sdk = join(adapter, '../node_modules', carries.package);
  for (const folder of [adapter, sdk, join(root, 'bin')]) await mkdir(folder, { recursive: true });
  await writeFile(join(adapter, 'index.js'), '');
  await symlink(join(adapter, 'index.js'), join(root, 'bin/claude-agent-acp'));
  const version = (): Promise<string | null> =>
    carriedVersion(carries, join(root, 'bin/claude-agent-acp'), { PATH: join(root, 'bin') });
  expect(await version()).toBeNull();
  await writeFile(
    join(sdk, 'package.json'),
    JSON.stringify({ version: '0.3.316', claudeCodeVersion: '2.1.316' }),
  );
  expect(await version()).toBe('2.1.316');
});
