import type { AgentsFound } from '../../src/session/results.ts';

/** Two that are here, in two ways, and one that is not. */
export const AGENTS: AgentsFound = {
  agents: [
    {
      name: 'claude',
      title: 'Claude Code',
      from: 'known',
      kind: 'command',
      program: '/usr/local/bin/claude',
      sought: [],
      version: '2.1.0 (Claude Code)',
      licence: 'proprietary',
      install: 'npm install -g the-adapter',
      quirk: 'headless it asks nobody: what its own rules do not allow is denied',
    },
    {
      name: 'codex',
      title: 'Codex',
      from: 'known',
      kind: null,
      program: null,
      sought: ['codex-acp and codex on PATH'],
      version: null,
      licence: 'Apache-2.0',
      install: 'npm install -g codex',
      quirk: null,
    },
    {
      name: 'opencode',
      title: 'opencode',
      from: 'known',
      kind: 'acp',
      program: '/home/ann/.local/share/a-rather-long-folder/bin/opencode',
      sought: [],
      version: '1.18.33',
      licence: 'MIT',
      install: null,
      quirk: null,
    },
  ],
  auto: { name: 'claude', kind: 'command', because: 'first known agent on PATH', chosen: false },
};
