import { describe, expect, test } from 'vitest';
import type { StartAhead } from '../../../src/session/ahead.ts';
import { startView } from '../../../src/vscode/state/start/startRows.ts';
import type { Page } from '../../../src/vscode/state/start/startState.ts';
import { AHEAD, AHEAD_FOUND } from '../../cli/scriptedAhead.ts';
import { known, rows, row, after, pick, picks, on } from './startStates.ts';

describe('commands', () => {
  test('one a row: what is picked goes, what is typed is one more, and all of it can be taken back', () => {
    const page = pick(known({ typed: 'Do it' }), 'checks');
    expect(startView(page)).toMatchObject({ value: '', isSearch: false });
    expect(rows(page)[0]).toBe('Done | or type a command to add');
    const none = pick(page, 'run npm test');
    expect(none).toMatchObject({ draft: { checks: [] }, page: { of: 'checks' } });
    const typed = after(none, { type: 'typed', text: ' make "a && b" ' });
    const added = picks(typed, 'add', 'found npm test');
    expect(added.draft.checks).toEqual(['make "a && b"', 'npm test']);
    expect(added.box).toBe('');
    expect(pick(added, 'as found').draft.checks).toBeNull();
    expect(pick(added, 'none').draft.checks).toEqual([]);
    expect(startView(pick(added, 'done'))).toMatchObject({ value: 'Do it', title: 'Start Session' });
  });

  test('the same twice is once', () => {
    const typed = after(pick(known(), 'setup'), { type: 'typed', text: 'npm ci' });
    expect(pick(typed, 'add').draft.setup).toEqual(['npm ci']);
  });

  test('of a file are changed there', () => {
    const ahead = {
      ...AHEAD,
      workflow: { ...AHEAD.workflow, name: 'own', file: '.cairn/workflows/own.yaml' },
      checks: { run: ['make'], from: 'workflow' as const },
      project: null,
    };
    const own = {
      name: 'own',
      file: '/projects/site/.cairn/workflows/own.yaml',
      title: null,
      description: null,
    };
    const more = { isolation: null, agents: [], inputs: [], problem: null };
    const state = { ...known({ workflow: 'own' }, { ahead }), workflows: [{ ...own, ...more }] };
    expect(row(state, 'checks')).toMatchObject({ label: 'Checks: make', description: 'as its file says' });
    const page = pick(state, 'checks');
    expect(row(page, 'read').does).toEqual({ act: 'read', file: own.file, problem: null });
    expect(row(page, 'run make').does).toBeNull();
  });

  test('in place nothing is set up', () => {
    const state = known({ inPlace: true }, { ahead: { ...AHEAD_FOUND, setup: null } });
    expect(startView(state).rows.map(({ id }) => id)).not.toContain('setup');
  });
});

describe('choices', () => {
  const flow = (name: string, over = {}) => ({
    name,
    file: null,
    title: null,
    description: null,
    isolation: null,
    agents: [],
    inputs: [],
    problem: null,
    ...over,
  });

  test('of a workflow drop what was said for another one, and of a file its commands; a broken one is opened', () => {
    const workflows = [
      flow('feature'),
      flow('own', { file: '/own.yaml', title: 'Our own' }),
      flow('bad', { file: '/bad.yaml', problem: 'bad.yaml:1:1 no' }),
    ];
    const state = { ...known({ inputs: { ticket: 'x' }, checks: ['a'], approve: ['plan'] }), workflows };
    const page = pick(state, 'workflow');
    expect(rows(page)).toEqual(['feature | comes with Cairn', 'Our own | own', 'bad | bad.yaml:1:1 no']);
    expect(row(page, 'feature').icon).toBe('check');
    expect(pick(page, 'feature').draft).toMatchObject({
      workflow: 'feature',
      inputs: {},
      checks: ['a'],
      approve: [],
    });
    expect(pick(page, 'own').draft).toMatchObject({ workflow: 'own', checks: null, setup: null });
    expect(row(page, 'bad').does).toEqual({ act: 'read', file: '/bad.yaml', problem: 'bad.yaml:1:1 no' });
  });

  test.each<[StartAhead['only'], readonly string[]]>([
    [null, ['worktree', 'in-place']],
    ['in-place', ['in-place']],
    ['worktree', ['worktree']],
  ])('of a place where the workflow allows %s', (only, ids) =>
    expect(startView(on(known({}, { only }), { of: 'place' })).rows.map(({ id }) => id)).toEqual(ids),
  );

  test('of what is not committed', () => {
    const state = known({}, { uncommitted: ['own.txt'] });
    expect(picks(state, 'changes', 'along').draft.withChanges).toBe(true);
    expect(picks(state, 'changes', 'along', 'changes', 'out').draft.withChanges).toBe(false);
    // In place they are there anyhow.
    expect(picks(state, 'changes', 'along', 'place', 'in-place').draft.withChanges).toBe(false);
  });

  test('nobody is asked: the phases that may be approved beforehand come next, and a no takes that back', () => {
    const asked = picks(known(), 'unattended', 'yes');
    expect(rows(asked)[0]).toBe('Approve plan beforehand | no, it waits for you there');
    const said = pick(asked, 'approve plan');
    expect(said.draft).toMatchObject({ unattended: true, approve: ['plan'] });
    expect(pick(said, 'approve plan').draft.approve).toEqual([]);
    expect(pick(said, 'done').page).toEqual({ of: 'start' });
    expect(pick(said, 'no').draft).toMatchObject({ unattended: false, approve: [] });
  });

  test('and where no phase needs one there is nothing more to say', () =>
    expect(picks(known({}, { approvals: [] }), 'unattended', 'yes')).toMatchObject({
      draft: { unattended: true },
      page: { of: 'start' },
    }));

  test('of an agent are those of this machine', () => {
    const page = on(known(), { of: 'agent' });
    expect(rows(page)[0]).toBe('installed');
    expect(row(page, 'use Claude Code').does).toEqual({
      act: 'agent',
      pick: { kind: 'use', name: 'claude', title: 'Claude Code' },
    });
  });

  test.each<Page>([{ of: 'workflow' }, { of: 'checks' }, { of: 'agent' }, { of: 'unattended' }])(
    'back from %o changes nothing, and what is to be done is there',
    (page) => {
      const state = known({ typed: 'Do it' });
      const back = after(on(state, page), { type: 'typed', text: 'abc' }, { type: 'back' });
      expect([back.draft, startView(back).value]).toEqual([state.draft, 'Do it']);
    },
  );

  test('what was found for other choices is not said of these', () =>
    expect(row({ ...known(), draft: { ...known().draft, workflow: 'fix' } }, 'checks').label).toBe(
      'Checks: …',
    ));
});
