import { expect, test } from 'vitest';
import { parseAgentSettings } from '../../../src/model/agent/agentSettings.ts';

const problems = (text: string): readonly string[] => {
  const read = parseAgentSettings('agents.yaml', text);
  return read.ok
    ? []
    : read.error.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
};

test('agents are read in the order of the file, with their defaults', () => {
  const read = parseAgentSettings(
    'agents.yaml',
    'agents:\n  zed: {kind: acp, command: [zed-agent], mode: agent}\n  able:\n    kind: command\n    command: [able, "-p"]\n    env: {CI: "1"}\n  me: {kind: manual}\n  model: {kind: language-model, model: {vendor: copilot}, permissions: ask}\n',
  );
  expect(read.ok && [...read.value.agents]).toEqual([
    [
      'zed',
      {
        kind: 'acp',
        command: ['zed-agent'],
        mode: 'agent',
        permissions: 'allow-in-worktree',
        stallMs: 900_000,
        env: {},
      },
    ],
    ['able', { kind: 'command', command: ['able', '-p'], env: { CI: '1' }, stallMs: null }],
    ['me', { kind: 'manual' }],
    ['model', { kind: 'language-model', model: { vendor: 'copilot' }, permissions: 'ask', stallMs: 900_000 }],
  ]);
});

test.each([
  ['copilot', 'allow-in-worktree', ['copilot', '-s', '--allow-tool', 'write']],
  ['copilot', 'ask', ['copilot', '-s']],
  ['copilot', 'deny', ['copilot', '-s', '--deny-tool', 'write', '--deny-tool', 'shell']],
  ['codex', 'deny', ['codex', 'exec', '--json', '-', '--sandbox', 'read-only']],
  [
    'claude',
    'allow',
    ['claude', '-p', '--output-format', 'stream-json', '--verbose', '--permission-mode', 'bypassPermissions'],
  ],
  ['copilot', 'allow', ['copilot', '-s', '--allow-all-tools']],
])('%s, headless, under %s', (name, permissions, command) => {
  const read = parseAgentSettings(
    'agents.yaml',
    `agents: { ${name}: { kind: command, permissions: ${permissions}, env: { A: b } } }`,
  );
  expect(read.ok && read.value.agents.get(name)).toEqual({
    kind: 'command',
    command,
    env: { A: 'b' },
    stallMs: null,
  });
});

test('of a known agent the settings may say what it may do without saying how it is started', () => {
  const read = parseAgentSettings(
    'agents.yaml',
    'agents:\n  gemini: {kind: acp, permissions: ask, env: {GEMINI_MODEL: pro}}\n  qwen: {kind: acp, command: [my-qwen], stall: 5m}\n',
  );
  expect(read.ok && [...read.value.agents]).toEqual([
    [
      'gemini',
      {
        kind: 'acp',
        command: ['gemini', '--acp'],
        mode: null,
        permissions: 'ask',
        stallMs: 900_000,
        env: { GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_MODEL: 'pro' },
      },
    ],
    [
      'qwen',
      {
        kind: 'acp',
        command: ['my-qwen'],
        mode: null,
        permissions: 'allow-in-worktree',
        stallMs: 300_000,
        env: {},
      },
    ],
  ]);
});

test('permissions are a word, or said kind by kind; what is said is kept as it is written', () => {
  const read = parseAgentSettings(
    'agents.yaml',
    'agents:\n  opencode:\n    kind: acp\n    permissions:\n      files: in-worktree\n      commands: {allow: [npm test, "npm run *"], else: deny}\n      network: deny\n  qwen: {kind: acp, permissions: allow}\n  model: {kind: language-model, permissions: {commands: deny}}\n',
  );
  expect(
    read.ok && [...read.value.agents.values()].map((one) => 'permissions' in one && one.permissions),
  ).toEqual([
    { files: 'in-worktree', commands: { allow: ['npm test', 'npm run *'], else: 'deny' }, network: 'deny' },
    'allow',
    { commands: 'deny' },
  ]);
});

const acp = (permissions: string): string =>
  `agents:\n  qwen:\n    kind: acp\n    permissions: ${permissions}\n`;
test.each([
  [acp('{file: ask}'), ['agents.yaml:4:19 unknown key "file"; did you mean "files"?']],
  [
    acp('{files: inside}'),
    ['agents.yaml:4:26 "files" must be in-worktree or ask or deny or allow, not "inside"'],
  ],
  [acp('{network: maybe}'), ['agents.yaml:4:28 "network" must be ask or deny or allow, not "maybe"']],
  [
    acp('{commands: [npm test]}'),
    ['agents.yaml:4:19 "commands" must be a block of keys or text, not a list'],
  ],
  [acp('{commands: {els: ask}}'), ['agents.yaml:4:30 unknown key "els"; did you mean "else"?']],
  [acp('{commands: {allow: npm test}}'), ['agents.yaml:4:37 "allow" must be a list, not "npm test"']],
  [
    acp('{commands: {allow: ["npm test && rm x", "git *", "npm run a"]}}'),
    [
      'agents.yaml:4:38 entry 1 of allow must be plain words, and "&&" means something to a shell: allow the parts of such a line one by one',
      'agents.yaml:4:58 entry 2 of allow allows anything, as "git" does what its words say: name its subcommand right behind it',
    ],
  ],
  [
    acp('all'),
    ['agents.yaml:4:18 "permissions" must be allow-in-worktree or ask or deny or allow, not "all"'],
  ],
  [
    'agents: { qwen: { kind: command, permissions: { commands: { allow: [npm test] } } } }\n',
    [
      'agents.yaml:1:34 "permissions" must be one word here: an agent of `kind: command` asks nobody, so nobody can judge its commands; over the protocol (`kind: acp`) Cairn does',
    ],
  ],
])('each wrong word of permissions is told with its place: %j', (text, told) => {
  expect(problems(text)).toEqual(told);
});

test('a file that nobody has filled in yet has no agents', () => {
  for (const text of ['', '# agents:\n\n', 'agents:\n', 'agents: {}\n'])
    expect(parseAgentSettings('f', text)).toEqual({
      ok: true,
      value: { agents: new Map(), auto: null, notify: null, sandbox: null },
    });
});

test('what is called for a person, and what all programs run below, is a program of the machine', () => {
  const read = parseAgentSettings(
    'agents.yaml',
    'notify: [/opt/notify, --urgent]\nsandbox:\n  - bwrap\n  - --bind\n  - "{worktree}"\n  - "{home}/.cache"\n',
  );
  expect(read).toEqual({
    ok: true,
    value: {
      agents: new Map(),
      auto: null,
      notify: ['/opt/notify', '--urgent'],
      sandbox: ['bwrap', '--bind', '{worktree}', '{home}/.cache'],
    },
  });
});

test.each([
  ['agents:\n  a: {kind: comand, command: [x]}\n', /^agents\.yaml:2:\d+ .*(kind|comand)/],
  ['agents:\n  a:\n    kind: command\n    comand: [x]\n', /^agents\.yaml:(2|3|4):\d+ /],
  ['agents:\n  a: {kind: command, command: []}\n', /^agents\.yaml:2:\d+ .*must not be empty/],
  ['agents:\n  a: {kind: command, command: x}\n', /^agents\.yaml:2:\d+ .*must be a list/],
  ['agents:\n  a: {kind: acp, command: [x], permissions: all}\n', /^agents\.yaml:2:\d+ .*allow-in-worktree/],
  ['agents:\n  mine: {kind: acp, permissions: ask}\n', /^agents\.yaml:2:\d+ "command" is missing/],
  ['agents:\n  mine: {kind: command}\n', /^agents\.yaml:2:\d+ "command" is missing/],
  [
    'agents:\n  codex: {kind: command, command: [codex, exec], permissions: ask}\n',
    /^agents\.yaml:2:\d+ "permissions" has no effect beside a command/,
  ],
  ['agents:\n  a: {kind: acp, command: [x], stall: soon}\n', /^agents\.yaml:2:\d+ .*such as 10m/],
  [
    'agents:\n  a: {kind: acp, command: [x], stall: 15}\n',
    /^agents\.yaml:2:\d+ "stall" must be a number and ms, s, m or h, such as 10m$/,
  ],
  [
    'agents:\n  a: {kind: language-model, model: {familly: x}}\n',
    /^agents\.yaml:2:\d+ unknown key "familly"; did you mean "family"/,
  ],
  [
    'agents:\n  a: {kind: language-model, command: [x]}\n',
    /^agents\.yaml:2:\d+ "command" does not go with "kind: language-model"; leave it out/,
  ],
  ['agents:\n  auto: {kind: manual}\n', /^agents\.yaml:2:3 .*keeps for itself/],
  [
    'agents:\n  a: {kind: command, command: [x], env: {CAIRN_PHASE: y}}\n',
    /^agents\.yaml:2:\d+ .*variables that Cairn sets/,
  ],
  ['agents:\n  a: {kind: command, command: [x], env: {N: 1}}\n', /^agents\.yaml:2:\d+ .*put it in quotes/],
  ['agent: {}\n', /^agents\.yaml:1:1 unknown key "agent"; did you mean "agents"/],
  [
    'opencode: {kind: acp, permissions: ask}\n',
    /^agents\.yaml:1:1 unknown key "opencode"; known here are auto, agents, notify, sandbox; an agent stands below "agents": agents: \{ opencode: \{ … \} \}$/,
  ],
  ['agents: [\n', /^agents\.yaml:\d+:\d+ not valid YAML/],
  ['notify: ./notify-me\n', /^agents\.yaml:1:9 "notify" must be a list, not "\.\/notify-me"/],
  ['notify: [./notify-me]\n', /^agents\.yaml:1:10 .*must be a program on PATH or an absolute path$/],
  ['sandbox: [tools/box]\n', /^agents\.yaml:1:11 .*must be a program on PATH or an absolute path$/],
  ['sandbox: []\n', /^agents\.yaml:1:\d+ .*must not be empty/],
  [
    'sandbox: [bwrap, --bind, "{worktre}/x"]\n',
    /^agents\.yaml:1:26 .*has \{worktre\}; there are \{worktree\}, \{git\}, \{state\}, \{home\}$/,
  ],
  ['sandbox: [bwrap, {worktree}]\n', /^agents\.yaml:1:18 .*must be text/],
])('what is wrong is told with its place: %j', (text, told) => {
  expect(problems(text)[0]).toMatch(told);
});

test('what is wrong is told all at once, also of an agent of unknown kind or a name that cannot be', () => {
  expect(problems('agents:\n  a:\n    command: claude -p\n')).toEqual([
    'agents.yaml:3:5 "kind" is missing; it is command or acp or language-model or manual',
    'agents.yaml:3:14 "command" must be a list, not "claude -p"',
  ]);
  expect(problems('agents:\n  a b: {kind: comand, command: x, env: {N: 1}}\n  c: 3\n')).toEqual([
    'agents.yaml:2:3 "a b" must begin with a letter and have letters, digits, ".", "_" and "-"',
    'agents.yaml:2:32 "command" must be a list, not "x"',
    'agents.yaml:2:44 "N" must be text, not 1; put it in quotes',
    'agents.yaml:3:6 "c" must be a block of keys, not 3',
  ]);
  expect(problems('agents: 3\n')).toHaveLength(1);
  expect(problems('- 3\n')).toHaveLength(1);
});
