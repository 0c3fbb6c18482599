import { describe, expect, test } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import type { AgentLogin } from '../../../src/model/machine/machineFacts.ts';
import { lookOptions, startOptions } from '../../../src/vscode/commands/startOptions.ts';
import type { SessionId } from '../../../src/model/names/ids.ts';
import { startView } from '../../../src/vscode/state/start/startRows.ts';
import { lookKey, type StartState } from '../../../src/vscode/state/start/startState.ts';
import { agentChoices } from '../../../src/vscode/state/agentChoices.ts';
import { AHEAD, AHEAD_FOUND } from '../../cli/scriptedAhead.ts';
import { AGENTS, after, known, on, pick, picks, row, rows, withLook } from './startStates.ts';

const [CLAUDE = expect.fail()] = AGENTS.agents;
const NONE: AgentLogin = { is: 'none', by: null, command: 'claude /login' };
const FOUND: AgentLogin = { is: 'found', by: 'ANTHROPIC_API_KEY', command: 'claude /login' };
type Logins = readonly (readonly [name: string, login: AgentLogin])[];
const agents = (...logins: Logins) => ({
  ...AGENTS,
  agents: logins.map(([name, login]) => ({ ...CLAUDE, name, title: name, login })),
});

describe('whether who works is logged in', () => {
  test.each<[string, AgentLogin, object]>([
    [
      'is',
      FOUND,
      { icon: 'hubot', label: 'Agent: claude 2.1.0', description: 'logged in (ANTHROPIC_API_KEY)' },
    ],
    [
      'is not',
      NONE,
      {
        icon: 'warning',
        description: 'no login found',
        detail: 'Log in: claude /login. Or choose this row to see which other agents there are.',
      },
    ],
    [
      'cannot be seen',
      { ...NONE, is: 'unknown' },
      { icon: 'hubot', description: 'whether it is logged in is not known' },
    ],
  ])('%s', (_, login, said) =>
    expect(row({ ...known(), agents: agents(['claude', login]) }, 'agent')).toMatchObject(said),
  );

  test('is filled in as soon as that is known: until then the row is there', () => {
    const state = { ...known(), agents: null };
    expect(rows(state)).toContain('Agent: claude');
    const facts = { agents: agents(['claude', NONE]) };
    expect(rows(after(state, { type: 'known', facts })).join('\n')).toContain('no login found');
  });

  test('of several is said of those who are not, by name', () => {
    const [worker = expect.fail()] = AHEAD.workers;
    const workers = [worker, { ...worker, agent: 'codex', phases: ['x' as PhaseId] }];
    const state = known({}, { ahead: { ...AHEAD_FOUND, workers } });
    const said = (...logins: Logins) => row({ ...state, agents: agents(...logins) }, 'agent').description;
    expect(said(['claude', FOUND], ['codex', NONE])).toBe('codex 2.1.0: no login found');
    expect(said(['claude', FOUND], ['codex', FOUND])).toBeUndefined();
  });

  test('of a command that the workflow itself names is not asked', () => {
    const workers = AHEAD.workers.map((worker) => ({ ...worker, runs: 'mine --go' }));
    const state = { ...known({}, { ahead: { ...AHEAD, workers } }), agents: agents(['claude', NONE]) };
    expect(rows(state)).toContain('Agent: mine --go');
  });

  test('is said of each that could be chosen', () => {
    const found = agents(['claude', FOUND], ['codex', NONE]);
    const said = agentChoices(found).flatMap((one) =>
      'group' in one ? [] : [`${one.description} | ${one.detail}`],
    );
    expect(said.join('\n')).toContain('2.1.0 (Claude Code) · logged in (ANTHROPIC_API_KEY)');
    expect(said.join('\n')).toMatch(/no login found \| Log in: claude \/login/);
  });
});

describe('where a session begins', () => {
  const typed = (state: StartState, text: string): StartState =>
    pick(after(on(state, { of: 'base' }), { type: 'typed', text }), 'use');

  test('is HEAD, or what is typed, in the words of --base', () => {
    expect(rows(known())).toContain('Base: HEAD | the commit or branch to start from');
    const state = typed(known({ typed: 'Do it' }), ' release/1.2 ');
    expect(row(state, 'base').label).toBe('Base: release/1.2');
    expect(startView(state)).toMatchObject({ title: 'Start Session', value: 'Do it' });
    expect(lookOptions(state.draft).base).toBe('release/1.2');
    expect(startOptions(state.draft, 's' as SessionId).base).toBe('release/1.2');
    // It has another project, perhaps, and may not be there.
    expect(lookKey(state)).not.toBe(lookKey(known({ typed: 'Do it' })));
    const again = pick(state, 'base');
    expect(startView(again)).toMatchObject({ title: 'Start Session: Base', value: 'release/1.2' });
    expect(pick(again, 'head').draft.base).toBeNull();
  });

  test('in place is here', () => {
    const at = withLook(typed(known(), 'main'));
    const here = picks(at, 'place', 'in-place');
    expect(here.draft.base).toBeNull();
    expect(rows(here).join('\n')).not.toContain('Base:');
    expect(rows(known({}, { only: 'in-place' })).join('\n')).not.toContain('Base:');
  });

  test('is a commit, or what lies here is taken along: one of the two', () => {
    const changed = { uncommitted: ['a'] };
    const along = known({ withChanges: true }, changed);
    const based = typed(along, 'main');
    expect(based.draft).toMatchObject({ base: 'main', withChanges: false });
    expect(picks(withLook(based, changed), 'changes', 'along').draft).toMatchObject({
      base: null,
      withChanges: true,
    });
    expect(picks(along, 'base', 'head').draft.withChanges).toBe(true);
  });
});
