import { describe, expect, test } from 'vitest';
import { CairnError } from '../../../src/base/cairnError.ts';
import { checkUp, type Verdict } from '../../../src/model/machine/checkUp.ts';
import type { AgentFact, MachineFacts, PlaceFact } from '../../../src/model/machine/machineFacts.ts';
import { WELL } from '../../support/machineFacts.ts';

const MB = 1024 ** 2;
const claude = WELL.agents[0] as AgentFact;
const agent = (over: Partial<AgentFact>): Partial<MachineFacts> => ({ agents: [{ ...claude, ...over }] });
const login = (is: 'found' | 'none' | 'unknown'): Partial<AgentFact> => ({
  login: { is, by: null, command: 'claude /login' },
});
const place = (over: Partial<PlaceFact>): Partial<MachineFacts> => ({
  places: [{ name: 'repository', path: '/a', refused: null, free: null, ...over }],
});
const problem = { file: 'agents.yaml', line: 1, column: 1, message: 'must be a map' };
const settings = { file: 'agents.yaml', isThere: true, problems: [], refused: null };

const ROWS: readonly (readonly [string, Partial<MachineFacts>, about: string, Verdict])[] = [
  [
    'a git that is not there',
    { git: { ...WELL.git, program: null, version: null, isEnough: false } },
    'git',
    'mend',
  ],
  ['an old git', { git: { ...WELL.git, version: '2.30', isEnough: false } }, 'git', 'mend'],
  ['a git that says nothing', { git: { ...WELL.git, version: null, isEnough: false } }, 'git', 'mend'],
  [
    'a git that is not asked',
    { git: { ...WELL.git, isAsked: false, version: null, isEnough: false } },
    'git',
    'look',
  ],
  ['an old Node', { node: { ...WELL.node, version: '20.1.0', isEnough: false } }, 'node', 'mend'],
  ['an agent that is logged in', {}, 'agent', 'ok'],
  ['an agent of whose login nothing is found', agent(login('none')), 'agent', 'look'],
  ['an agent of whose login nobody knows', agent(login('unknown')), 'agent', 'ok'],
  ['an agent that does not say its version', agent({ version: null }), 'agent', 'look'],
  ['an agent that is not asked', agent({ version: null, isAsked: false }), 'agent', 'ok'],
  ['a program of one’s own', agent({ version: null, login: null }), 'agent', 'ok'],
  [
    'nobody who works',
    { auto: { is: 'nobody', name: 'manual', because: '', install: null, isRefused: true } },
    'auto',
    'mend',
  ],
  [
    'nobody who works, in a window',
    { auto: { is: 'nobody', name: 'manual', because: '', install: null, isRefused: false } },
    'auto',
    'look',
  ],
  [
    'a chosen agent that is gone',
    { auto: { is: 'gone', name: 'codex', because: '', install: null, isRefused: true } },
    'auto',
    'mend',
  ],
  ['a person who works', { auto: { is: 'person', name: 'manual', because: '' } }, 'auto', 'ok'],
  [
    'a sandbox that is not there',
    {
      auto: {
        is: 'refused',
        error: new CairnError('machine/sandbox', { program: 'srt', file: 'a', because: 'not-found' }),
      },
    },
    'auto',
    'mend',
  ],
  ['no folder', { folder: { kind: 'none' } }, 'folder', 'mend'],
  ['a folder that nobody trusts', { folder: { kind: 'restricted' } }, 'folder', 'mend'],
  ['no commit', { folder: { kind: 'repository', root: '/a', hasCommit: false } }, 'folder', 'mend'],
  ['no repository', { folder: { kind: 'refused', folder: '/a', error: null } }, 'folder', 'mend'],
  ['a git folder that cannot be written to', place({ refused: 'EACCES' }), 'place', 'mend'],
  ['a cache that cannot be written to', place({ name: 'cache', refused: 'EACCES' }), 'place', 'look'],
  ['a full disk', place({ free: 40 * MB }), 'place', 'mend'],
  ['a full disk below the cache', place({ name: 'cache', free: 40 * MB }), 'place', 'look'],
  ['a disk that is nearly full', place({ free: 900 * MB }), 'place', 'look'],
  ['a disk that does not say what is free', place({}), 'place', 'ok'],
  ['a disk that tells no changes', { watching: { tookMs: null, limits: null } }, 'watching', 'look'],
  ['settings that are wrong', { settings: [{ ...settings, problems: [problem] }] }, 'settings', 'mend'],
  ['settings that cannot be read', { settings: [{ ...settings, refused: 'EACCES' }] }, 'settings', 'mend'],
  ['settings that are not there', { settings: [{ ...settings, isThere: false }] }, 'settings', 'ok'],
];

describe('what is found of a machine is', () => {
  test.each(ROWS)('%s', (_, over, about, verdict) => {
    const { lines, canRun } = checkUp({ ...WELL, ...over });
    expect(lines.find((line) => line.about === about)?.verdict).toBe(verdict);
    expect(canRun).toBe(verdict !== 'mend');
  });
});

test('an agent that does phases which name none says so, and only that one', () => {
  const { lines } = checkUp({ ...WELL, agents: [claude, { ...claude, name: 'codex' }] });
  const autos = lines.flatMap((line) => (line.about === 'agent' && line.isAuto ? [line.fact.name] : []));
  expect(autos).toEqual(['claude']);
  expect(lines.some(({ about }) => about === 'auto')).toBe(false);
});

test('settings that cannot be read are told once', () => {
  const { lines, canRun } = checkUp({
    ...WELL,
    agents: [],
    auto: { is: 'refused', error: null },
    settings: [{ ...settings, problems: [problem] }],
  });
  expect(lines.filter(({ verdict }) => verdict === 'mend').map(({ about }) => about)).toEqual(['settings']);
  expect(canRun).toBe(false);
});
