import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseAuto } from '../../src/agents/chooseAuto.ts';
import { readAgentSettings } from '../../src/agents/readAgentSettings.ts';
import { machineAgents } from '../../src/runner/machineAgents.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

/** A machine with these programs, its settings in a folder of its own. */
async function machine(programs: readonly string[], settings?: string) {
  const home = await temporaryFolder();
  const [bin, config] = [join(home, 'bin'), join(home, 'config', 'cairn')];
  await mkdir(bin);
  for (const program of programs)
    await writeFile(join(bin, program), '#!/bin/sh\necho 1.2.3\n', { mode: 0o755 });
  if (settings !== undefined) {
    await mkdir(config, { recursive: true });
    await writeFile(join(config, 'agents.yaml'), settings);
  }
  const env = { PATH: bin, HOME: home, XDG_CONFIG_HOME: join(home, 'config') };
  return { config, agents: machineAgents({ env }), file: join(config, 'agents.yaml') };
}

test('a choice holds from then on, for whoever reads the file, and can be taken back', async () => {
  const { config, agents, file } = await machine(['claude', 'opencode']);
  expect(await agents.auto()).toMatchObject({ name: 'claude', chosen: false });
  await agents.choose('opencode');
  expect(await readFile(file, 'utf8')).toBe('auto: opencode\n');
  expect(await readAgentSettings(config)).toMatchObject({ auto: 'opencode' });
  expect(await agents.auto()).toEqual({
    name: 'opencode',
    kind: 'acp',
    because: `chosen in ${file}`,
    chosen: true,
  });
  await agents.choose(null);
  expect(await agents.auto()).toMatchObject({ name: 'claude', chosen: false });
  await agents.choose('manual');
  expect(await agents.auto()).toMatchObject({ name: 'manual', kind: 'manual', chosen: true });
});

test('one that was chosen and is gone is told, and no other takes its place', async () => {
  const { agents, file } = await machine(['claude'], 'auto: opencode\n');
  expect((await agents.found()).auto).toMatchObject({ name: 'opencode', kind: null, chosen: true });
  expect((await agents.found()).agents.find(({ name }) => name === 'claude')?.kind).toBe('command');
  expect((await agents.auto()).because).toContain(file);
});

test('settings that are broken are told and left as they are; a link to them stays one', async () => {
  const { config, agents, file } = await machine([], 'agents: 3\n');
  await expect(agents.choose('claude')).rejects.toMatchObject({ code: 'usage/settings' });
  expect(await readFile(file, 'utf8')).toBe('agents: 3\n');
  const elsewhere = join(await temporaryFolder(), 'mine.yaml');
  await writeFile(elsewhere, '# mine\n');
  const linked = await temporaryFolder();
  await symlink(elsewhere, join(linked, 'agents.yaml'));
  await chooseAuto(linked, 'claude');
  expect((await lstat(join(linked, 'agents.yaml'))).isSymbolicLink()).toBe(true);
  expect(await readFile(elsewhere, 'utf8')).toBe('auto: claude\n# mine\n');
  await writeFile(join(config, 'in the way'), '');
  await expect(chooseAuto(join(config, 'in the way', 'x'), 'claude')).rejects.toMatchObject({
    code: expect.stringMatching(/usage\/invalid|machine\/cannot-write/) as string,
  });
});

test('a language model of VS Code that was chosen is said to work in its window only, where there is none', async () => {
  const { agents } = await machine([], 'auto: vscode\n');
  expect((await agents.found()).auto).toEqual({
    name: 'vscode',
    kind: 'language-model',
    because: 'it was chosen, and works in the window of VS Code only',
    chosen: true,
  });
});
