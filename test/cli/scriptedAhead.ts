import type { PhaseId } from '../../src/model/names/ids.ts';
import { UNKNOWN_PROJECT } from '../../src/model/project/project.ts';
import type { Ahead } from '../../src/session/ahead.ts';

/** What a start is going to do where nothing is known of the project. */
export const AHEAD: Ahead = {
  workflow: {
    name: 'feature',
    file: null,
    because: 'default',
    phases: ['plan', 'implement', 'verify'] as readonly string[] as readonly PhaseId[],
  },
  workers: [
    {
      agent: 'claude',
      kind: 'acp',
      because: 'first known agent on PATH',
      runs: null,
      phases: ['plan', 'implement', 'verify'] as readonly string[] as readonly PhaseId[],
    },
  ],
  copies: [],
  setup: { run: [], from: 'project' },
  checks: { run: [], from: 'project' },
  project: UNKNOWN_PROJECT,
};

/** The same of a project that has a setup, tests, and something that was left out. */
export const AHEAD_FOUND: Ahead = {
  ...AHEAD,
  setup: { run: ['npm ci'], from: 'project' },
  checks: { run: ['npm test'], from: 'project' },
  project: {
    setup: [{ kind: 'setup', run: 'npm ci', file: 'package-lock.json', line: 1, needs: 'npm' }],
    checks: [{ kind: 'test', run: 'npm test', file: 'package.json', line: 7, needs: 'npm' }],
    looked: ['package.json'],
    doubts: [{ doubt: 'changes-files', run: 'npm run lint', file: 'package.json', line: 6 }],
  },
};
