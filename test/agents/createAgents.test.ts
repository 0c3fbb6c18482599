import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentsOptions } from '../../src/agents/agentsOptions.ts';
import { createAgents } from '../../src/agents/createAgents.ts';
import { PRESETS } from '../../src/agents/presets.ts';
import { readAgentSettings, agentSettingsFolder } from '../../src/agents/readAgentSettings.ts';
import { parseAgentSettings, type AgentDefinition } from '../../src/model/agent/agentSettings.ts';
import type { AgentTask } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { scriptedChat } from '../support/scriptedChat.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { scriptedProcesses, type ScriptedProcesses } from '../support/scriptedProcesses.ts';

/** A machine with just these programs on PATH; each prints its version. */
async function machineWith(
  programs: readonly string[],
  settings: Readonly<Record<string, AgentDefinition>> = {},
  extra: AgentsOptions['extra'] = [],
): Promise<AgentsOptions & { readonly processes: ScriptedProcesses }> {
  const folder = await temporaryFolder();
  for (const program of programs) {
    await writeFile(join(folder, program), `#!/bin/sh\necho "${program} 1.2.3"; echo more\n`);
    await chmod(join(folder, program), 0o755);
  }
  return {
    processes: scriptedProcesses({ '*': {} }),
    env: { PATH: `:${folder}:/nonexistent` },
    agentSettings: new Map(Object.entries(settings)),
    settingsPlace: '/home/me/agents.yaml',
    extra,
  };
}
const runs = (...command: [string, ...string[]]): AgentDefinition => ({
  kind: 'command',
  command,
  stallMs: null,
  env: { KEY: 'value' },
});
const speaks = (...command: [string, ...string[]]): AgentDefinition => ({
  kind: 'acp',
  command,
  mode: null,
  permissions: 'ask',
  stallMs: null,
  env: {},
});
const named = (name: string): { readonly kind: 'named'; readonly name: string } => ({ kind: 'named', name });
const task = (folder: string): AgentTask => ({
  prompt: 'p',
  cwd: folder,
  env: { A: 'b' },
  timeoutMs: 1,
  outputFile: join(folder, 'log'),
  signal: new AbortController().signal,
  onStarted: async () => undefined,
  onEvent: () => undefined,
  permit: async () => 'deny',
  goOn: null,
  promptAgain: async () => false,
});

test('auto takes the first command of the settings that is there, then a known program, then what the caller brought, then a person, and says why', async () => {
  const own = await scriptedAgents({ model: () => ({ kind: 'completed' }) }).resolve(named('model'));
  const settings = {
    gone: runs('not-installed'),
    acp: speaks('x'),
    mine: runs('my-agent'),
  } satisfies Record<string, AgentDefinition>;
  const choice = async (options: AgentsOptions): Promise<readonly unknown[]> => {
    const { kind, name, chosenBecause } = await createAgents(options).resolve(named('auto'));
    return [kind, name, chosenBecause];
  };
  expect(await choice(await machineWith(['my-agent', 'claude'], settings, [own]))).toEqual([
    'command',
    'mine',
    'first agent in the settings that is installed',
  ]);
  expect(await choice(await machineWith(['opencode', 'codex'], settings, [own]))).toEqual([
    'command',
    'codex',
    'first known agent on PATH; gone (not-installed), acp (x), mine (my-agent) of /home/me/agents.yaml are not installed',
  ]);
  expect(await choice(await machineWith([], settings, [own]))).toEqual([
    'command',
    'model',
    'no known agent on PATH; gone (not-installed), acp (x), mine (my-agent) of /home/me/agents.yaml are not installed',
  ]);
  // Without settings nothing is said about them.
  expect((await choice(await machineWith(['codex'])))[2]).toBe('first known agent on PATH');
  expect(await choice(await machineWith([]))).toEqual([
    'manual',
    'manual',
    'no known agent on PATH; /home/me/agents.yaml names no other',
  ]);
});

test('in VS Code auto takes one of its language models before a person, and vscode is always one', async () => {
  const window = { ...(await machineWith([])), chatModels: scriptedChat([]) };
  expect(await createAgents(window).resolve(named('auto'))).toMatchObject({
    kind: 'language-model',
    name: 'vscode',
    permissions: 'allow-in-worktree',
    chosenBecause: 'no known agent on PATH; /home/me/agents.yaml names no other',
  });
  expect(await createAgents(window).resolve(named('vscode'))).toMatchObject({
    kind: 'language-model',
    chosenBecause: null,
  });
  expect((await createAgents(window).survey()).at(-1)).toMatchObject({
    name: 'vscode',
    kind: 'language-model',
    version: 'test/one',
  });
  const bare = { ...window, chatModels: scriptedChat([], { absent: true }) };
  expect(await createAgents(bare).resolve(named('auto'))).toMatchObject({ kind: 'manual' });
  // Asked for by its name it comes, and asks the person: a model may be there a moment later.
  expect(await createAgents(bare).resolve(named('vscode'))).toMatchObject({ kind: 'language-model' });
  const program = { ...(await machineWith(['codex'])), chatModels: scriptedChat([]) };
  expect(await createAgents(program).resolve(named('auto'))).toMatchObject({ name: 'codex' });
});

test('a language model of the settings works in a window only; elsewhere auto passes it over', async () => {
  const settings = {
    mine: { kind: 'language-model', model: {}, permissions: 'ask', stallMs: 5 },
  } satisfies Record<string, AgentDefinition>;
  const terminal = await machineWith([], settings);
  const auto = await createAgents(terminal).resolve(named('auto'));
  expect([auto.kind, auto.chosenBecause]).toEqual([
    'manual',
    'no known agent on PATH; mine (in VS Code) of /home/me/agents.yaml is not installed',
  ]);
  for (const choice of [named('mine'), named('vscode'), { kind: 'language-model', model: {} }] as const)
    await expect(createAgents(terminal).resolve(choice)).rejects.toMatchObject({
      code: 'machine/agent-in-window',
    });
  const window = createAgents({ ...terminal, chatModels: scriptedChat([]) });
  expect(await window.resolve(named('auto'))).toMatchObject({
    kind: 'language-model',
    name: 'mine',
    permissions: 'ask',
    stallMs: 5,
  });
  const model = { vendor: 'copilot', family: 'some-model' };
  const asked = await window.resolve({ kind: 'language-model', model });
  expect(asked.requestedModel).toBe('copilot/some-model');
});

test('a known program gets the flags that let it work unattended, and tells its version', async () => {
  const folder = await temporaryFolder();
  for (const { name, headless } of PRESETS) {
    const [program] = headless.command;
    const settings = parseAgentSettings('agents.yaml', `agents: { ${name}: { kind: command } }`);
    if (!settings.ok) throw new Error(JSON.stringify(settings.error));
    // Where one program does both, it is asked to speak the protocol, unless the settings say otherwise.
    const options = await machineWith([program], Object.fromEntries(settings.value.agents));
    const agent = await createAgents(options).resolve(named(name));
    await agent.run(task(folder));
    expect([agent.kind, agent.chosenBecause, await agent.version(), options.processes.tasks[0]]).toEqual([
      'command',
      null,
      `${program} 1.2.3`,
      expect.objectContaining({ command: headless.command, env: { A: 'b', ...headless.env } }),
    ]);
  }
});

test('every preset is preferred as one that speaks the protocol, in the order of the table', async () => {
  for (const { name, acp } of PRESETS) {
    const agent = await createAgents(await machineWith([acp.command[0]])).resolve(named('auto'));
    expect([agent.kind, agent.name, agent.permissions, await agent.version()]).toEqual([
      'acp',
      name,
      'allow-in-worktree',
      // Of an adapter it is not: what it starts has a version of its own.
      acp.carries === undefined ? `${acp.command[0]} 1.2.3` : null,
    ]);
  }
  const codex = await createAgents(await machineWith(['codex', 'codex-acp'])).resolve(named('codex'));
  expect([codex.kind, await codex.version()]).toEqual(['acp', 'codex 1.2.3']);
  const both = await machineWith(['claude', 'claude-agent-acp', 'opencode']);
  expect(await createAgents(both).resolve(named('auto'))).toMatchObject({ kind: 'acp', name: 'claude' });
});

test('an agent of the settings is started as it is written, and never to be asked for its version', async () => {
  const options = await machineWith(['my-agent'], { mine: runs('my-agent', '--fast') });
  const agent = await createAgents(options).resolve(named('mine'));
  await agent.run(task(await temporaryFolder()));
  expect([agent.name, await agent.version(), options.processes.tasks]).toEqual([
    'mine',
    null,
    [expect.objectContaining({ command: ['my-agent', '--fast'], env: { A: 'b', KEY: 'value' } })],
  ]);
});

test('a name of the settings wins over a known one, and manual is always there', async () => {
  const options = await machineWith(['claude', 'mine'], { claude: runs('mine') });
  const agents = createAgents(options);
  expect([
    (await agents.resolve(named('claude'))).kind,
    (await agents.resolve(named('manual'))).kind,
  ]).toEqual(['command', 'manual']);
  await (await agents.resolve(named('claude'))).run(task(await temporaryFolder()));
  expect(options.processes.tasks[0]?.command).toEqual(['mine']);
});

test.each([
  ['nobody', ['/home/me/agents.yaml (gone, far)']],
  ['gone', ['not-installed on PATH, as /home/me/agents.yaml says']],
  ['claude', ['/home/me/agents.yaml (gone, far)', 'claude-agent-acp and claude on PATH']],
  ['far', ['far on PATH, as /home/me/agents.yaml says']],
])('an agent that is not there is told with what was tried: %s', async (name, tried) => {
  const agents = createAgents(
    await machineWith([], {
      gone: runs('not-installed'),
      far: speaks('far'),
    }),
  );
  await expect(agents.resolve(named(name))).rejects.toMatchObject({
    code: 'machine/agent-not-found',
    details: { agent: name, tried },
  });
});

test('a known agent that is missing comes with what installs it, an unknown name with those that are known', async () => {
  const options = await machineWith([], { gone: runs('not-installed'), mine: speaks('qwen', '--acp') });
  const detailsOf = (name: string, auto: AgentsOptions['auto'] = null): Promise<unknown> =>
    createAgents({ ...options, auto })
      .resolve(named(name))
      .catch((error: { readonly details: unknown }) => error.details);
  expect(await detailsOf('gemini')).toMatchObject({ install: 'npm install -g @google/gemini-cli' });
  expect(await detailsOf('mine')).toMatchObject({ install: 'npm install -g @qwen-code/qwen-code' });
  expect(await detailsOf('gone')).not.toHaveProperty('install');
  expect(await detailsOf('nosuch')).toMatchObject({
    known: ['gone', 'mine', ...PRESETS.map(({ name }) => name), 'manual'],
  });
  expect(await detailsOf('auto', { name: 'nosuch', place: '/home/me/agents.yaml' })).toMatchObject({
    agent: 'nosuch',
    auto: '/home/me/agents.yaml',
  });
});

test('a survey says of an agent of the settings what was looked for, and that a language model is not missing here', async () => {
  const model = { kind: 'language-model', model: {}, permissions: 'ask', stallMs: 5 } as const;
  const options = await machineWith([], { gone: runs('/no/such'), model });
  const found = new Map((await createAgents(options).survey()).map((agent) => [agent.name, agent]));
  expect(found.get('gone')).toMatchObject({ kind: null, sought: ['/no/such'] });
  expect(found.get('model')).toMatchObject({
    kind: 'language-model',
    quirk: 'works in the window of VS Code only, and stops with it',
  });
  expect(found.get('gemini')).toMatchObject({ kind: null, sought: ['gemini on PATH'] });
});

test('a program in the current folder is not on PATH because PATH has an empty part', async () => {
  const options = await machineWith([]);
  await expect(
    createAgents({
      ...options,
      env: { PATH: '' },
      agentSettings: new Map([['a', runs('package.json')]]),
    }).resolve(named('a')),
  ).rejects.toMatchObject({ code: 'machine/agent-not-found' });
});

test('agent settings are read from the user’s config folder; no file is no agents', async () => {
  const folder = await temporaryFolder();
  expect((await readAgentSettings(folder)).agents).toEqual(new Map());
  await writeFile(join(folder, 'agents.yaml'), 'agents:\n  mine: {kind: command, command: [x]}\n');
  expect((await readAgentSettings(folder)).agents).toEqual(
    new Map([['mine', { kind: 'command', command: ['x'], env: {}, stallMs: null }]]),
  );
  expect([
    agentSettingsFolder({ XDG_CONFIG_HOME: '/c', HOME: '/h' }),
    agentSettingsFolder({ XDG_CONFIG_HOME: 'c', HOME: '/h' }),
    agentSettingsFolder({ HOME: '/h' }),
  ]).toEqual(['/c/cairn', '/h/.config/cairn', '/h/.config/cairn']);
});

test('a survey says of each agent where it is and what installs it, in the order of auto, and asks only known programs', async () => {
  const options = await machineWith(['mine', 'claude', 'qwen'], { mine: runs('mine'), gone: speaks('gone') });
  const found = await createAgents(options).survey();
  expect(found.map(({ name, from, kind, version }) => [name, from, kind, version])).toEqual([
    ['mine', 'settings', 'command', null],
    ['gone', 'settings', null, null],
    ['claude', 'known', 'command', 'claude 1.2.3'],
    ['codex', 'known', null, null],
    ['gemini', 'known', null, null],
    ['qwen', 'known', 'acp', 'qwen 1.2.3'],
    ['opencode', 'known', null, null],
    ['copilot', 'known', null, null],
  ]);
  const byName = new Map(found.map((agent) => [agent.name, agent]));
  expect(byName.get('qwen')).toMatchObject({ install: null, licence: 'Apache-2.0' });
  expect(byName.get('claude')?.install).toContain('claude-agent-acp');
  expect(byName.get('claude')?.program).toMatch(/\/claude$/);
  expect([byName.get('claude')?.quirk, byName.get('codex')?.quirk]).toEqual([
    'headless it asks nobody: what its own rules do not allow is denied',
    null,
  ]);
});

test('a line of the settings about a known agent takes nothing away of what is known of it', async () => {
  const options = await machineWith(['opencode'], {
    opencode: speaks('opencode', 'acp'),
    careful: runs('opencode', 'run'),
    qwen: speaks('qwen', '--acp'),
  });
  const agents = createAgents(options);
  const found = new Map((await agents.survey()).map((agent) => [agent.name, agent]));
  const bare = await createAgents({ ...options, agentSettings: new Map() }).survey();
  for (const name of ['opencode', 'qwen'])
    expect(found.get(name)).toEqual({ ...bare.find((one) => one.name === name), from: 'settings' });
  expect(found.get('careful')).toMatchObject({ title: 'careful', version: 'opencode 1.2.3', licence: 'MIT' });
  expect(await (await agents.resolve(named('opencode'))).version()).toBe('opencode 1.2.3');
});
