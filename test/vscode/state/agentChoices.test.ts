import { describe, expect, test } from 'vitest';
import type { AgentFound, AgentsFound } from '../../../src/session/results.ts';
import { agentChoices, whoWorks } from '../../../src/vscode/state/agentChoices.ts';

const agent = (name: string, over: Partial<AgentFound> = {}): AgentFound => ({
  name,
  title: name.toUpperCase(),
  from: 'known',
  kind: null,
  program: null,
  sought: [],
  version: null,
  licence: 'MIT',
  install: `npm install -g ${name}`,
  quirk: null,
  ...over,
});
const AGENTS: readonly AgentFound[] = [
  agent('own', {
    title: 'own',
    from: 'settings',
    kind: 'acp',
    program: '/bin/own',
    licence: null,
    install: null,
  }),
  agent('gone', { title: 'gone', from: 'settings', install: null, licence: null }),
  agent('claude', { kind: 'command', program: '/bin/claude', version: '2.1 $(flame)', quirk: 'odd' }),
  agent('opencode', { kind: 'acp', program: '/bin/opencode', version: '1.18', install: null }),
  agent('codex'),
];
const auto = (over: Partial<AgentsFound['auto']> = {}): AgentsFound['auto'] => ({
  name: 'own',
  kind: 'acp',
  because: 'first agent in the settings that is installed',
  chosen: false,
  ...over,
});
const lines = (found: AgentsFound): readonly string[] =>
  agentChoices(found).map((one) =>
    'group' in one
      ? `— ${one.group}`
      : [`$(${one.icon}) ${one.label}`, one.description, one.detail]
          .filter((part) => part !== '')
          .join(' | '),
  );

describe('the agents to choose from', () => {
  test('are those of the settings, what is installed, a person, then what could be installed and how', () =>
    expect(lines({ agents: AGENTS, auto: auto() })).toEqual([
      '— installed',
      '$(check) Automatic | now own | first agent in the settings that is installed',
      '$(blank) own | your settings · over the protocol | /bin/own',
      '$(blank) CLAUDE | headless · 2.1 $(flame) | /bin/claude · MIT · odd',
      '$(blank) OPENCODE | over the protocol · 1.18 | /bin/opencode · MIT',
      '$(blank) By Hand | you, or any chat window | Cairn shows what is to be done, watches for the artifacts and checks them.',
      '— not installed',
      '$(warning) gone | its program is not installed | Named in your settings as gone.',
      '$(cloud-download) CLAUDE over the protocol | MIT | npm install -g claude',
      '$(cloud-download) CODEX | MIT | npm install -g codex',
      '— more',
      '$(gear) Name an Agent of Your Own… | cairn.agents | Any program that speaks the Agent Client Protocol or reads a prompt on standard input.',
    ]));

  test('mark the one that was chosen', () => {
    const marked = (of: AgentsFound['auto']): readonly string[] =>
      lines({ agents: AGENTS, auto: of }).filter(
        (line) => line.startsWith('$(check)') || line.startsWith('$(error)'),
      );
    expect(marked(auto({ name: 'opencode', chosen: true }))).toEqual([
      '$(check) OPENCODE | over the protocol · 1.18 | /bin/opencode · MIT',
    ]);
    expect(marked(auto({ name: 'manual', kind: 'manual', chosen: true }))[0]).toContain('By Hand');
    expect(marked(auto({ name: 'codex', kind: null, because: 'tried PATH', chosen: true }))).toEqual([
      '$(error) CODEX | chosen, but not here | No session that leaves the choice to you starts until it is back or another is chosen.',
    ]);
  });

  test('where nothing is installed say so', () => {
    const none = {
      agents: [agent('codex')],
      auto: auto({ name: 'manual', kind: 'manual', because: 'no known agent' }),
    };
    expect(lines(none).slice(0, 3)).toEqual([
      '— installed',
      '$(check) Automatic | now you, by hand | no known agent',
      '$(blank) By Hand | you, or any chat window | Cairn shows what is to be done, watches for the artifacts and checks them.',
    ]);
  });
});

test.each<[readonly string[], AgentsFound['auto'] | null, string]>([
  [['auto'], auto(), 'own'],
  [['auto'], null, ''],
  [['auto'], auto({ name: 'manual', kind: 'manual' }), 'you'],
  [['auto', 'manual', 'codex'], auto(), 'own, you and codex'],
  [['claude', 'auto'], auto({ name: 'claude' }), 'claude'],
  [['manual', 'auto'], auto({ name: 'manual', kind: 'manual' }), 'you'],
  [[], auto(), ''],
])('%j with %o is done by %j', (agents, of, words) => expect(whoWorks(agents, of)).toBe(words));
