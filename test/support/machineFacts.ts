import type { MachineFacts } from '../../src/model/machine/machineFacts.ts';

const GB = 1024 ** 3;

/** A machine on which nothing is missing. */
export const WELL: MachineFacts = {
  git: { program: '/usr/bin/git', isAsked: true, version: '2.47.3', isEnough: true, needed: '2.38' },
  node: { version: '24.21.0', program: '/usr/bin/node', isEnough: true, needed: '22' },
  agents: [
    {
      name: 'claude',
      isAsked: true,
      version: '2.1.0 (Claude Code)',
      program: '/usr/local/bin/claude',
      login: { is: 'found', by: '/home/ann/.claude/.credentials.json', command: 'claude /login' },
      isElsewhere: false,
    },
  ],
  auto: { is: 'agent', name: 'claude', because: 'first known agent on PATH' },
  folder: { kind: 'repository', root: '/site/work', hasCommit: true },
  places: [
    { name: 'repository', path: '/site/work/.git', refused: null, free: 77 * GB },
    { name: 'worktrees', path: '/site/work.worktrees', refused: null, free: 77 * GB },
    { name: 'cache', path: '/home/ann/.cache/cairn', refused: null, free: 12 * GB },
  ],
  watching: { tookMs: 12, limits: { watches: 524_288, instances: 512 } },
  settings: [{ file: '/home/ann/.config/cairn/agents.yaml', isThere: false, problems: [], refused: null }],
};
