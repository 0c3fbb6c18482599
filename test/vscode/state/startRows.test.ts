import { describe, expect, test } from 'vitest';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import type { StartEvent } from '../../../src/vscode/state/start/reduceStart.ts';
import { requestFrom, requestOf } from '../../../src/vscode/state/start/startDraft.ts';
import type { StartRow } from '../../../src/vscode/state/start/startRow.ts';
import { startView } from '../../../src/vscode/state/start/startRows.ts';
import { lookKey, newStart, type StartState } from '../../../src/vscode/state/start/startState.ts';
import { AHEAD } from '../../cli/scriptedAhead.ts';
import { known, withLook, rows, row, after, pick, picks, input, ticket } from './startStates.ts';

describe('the first page says how a session is done as things are', () => {
  test('all of it, of a project of which something is known', () => {
    expect(rows(known({ typed: 'Add a page' }))).toEqual([
      'Start: Add a page',
      'Workflow: feature | plan → implement → verify',
      'Place: a worktree of its own | your files, branch and index stay as they are',
      'Base: HEAD | the commit or branch to start from',
      'Agent: Claude Code 2.1.0',
      expect.stringMatching(/^Checks: npm test \| found in package\.json \| Left out: npm run lint/),
      'Set-up: npm ci | found in package-lock.json',
      'Unattended: no | you are asked, in any window of this repository',
    ]);
  });

  test('before anything is known each row is there, and can be picked', () => {
    expect(rows(newStart())).toEqual([
      'Type what is to be done | or choose below what to change',
      'Workflow: …',
      'Place: a worktree of its own | your files, branch and index stay as they are',
      'Base: HEAD | the commit or branch to start from',
      'Agent: …',
      'Checks: …',
      'Set-up: …',
      'Unattended: no | you are asked, in any window of this repository',
    ]);
  });

  test.each<[string, StartState, string, string]>([
    [
      'many phases',
      known(
        {},
        {
          ahead: {
            ...AHEAD,
            workflow: { ...AHEAD.workflow, phases: 'abcdefgh'.split('') as unknown as PhaseId[] },
          },
        },
      ),
      'workflow',
      'a → b → c → d → e → f → …',
    ],
    [
      'a file that the repository names',
      known(
        {},
        {
          ahead: {
            ...AHEAD,
            workflow: { ...AHEAD.workflow, file: '.cairn/workflows/own.yaml', because: 'config' },
          },
        },
      ),
      'workflow',
      'plan → implement → verify · .cairn/workflows/own.yaml · as .cairn/config.yaml says',
    ],
    ['in place', known({ inPlace: true }), 'place', 'on the files that you have open; branch and index stay'],
    ['uncommitted', known({}, { uncommitted: ['a', 'b', 'c', 'd'] }), 'changes', 'a, b, c and 1 more'],
    ['commands that a person said', known({ checks: ['make test'] }), 'checks', 'as you said'],
    ['nothing found', known({}, { ahead: AHEAD }), 'checks', ''],
    [
      'unattended',
      known({ unattended: true, approve: ['plan'] }),
      'unattended',
      'nobody is asked · plan approved beforehand',
    ],
    ['an input', known({}, { inputs: [ticket] }), 'input ticket', 'Which ticket'],
  ])('%s', (_, state, id, description) => expect(row(state, id).description).toBe(description));

  test.each<[string, StartState, string, Partial<StartRow>]>([
    [
      'no check',
      known({ checks: [] }),
      'checks',
      { icon: 'warning', label: 'Checks: none, no command checks the work' },
    ],
    ['nothing found', known({}, { ahead: AHEAD }), 'checks', { icon: 'warning' }],
    [
      'no agent',
      known({}, { missing: 'nobody' }),
      'agent',
      { icon: 'error', label: 'Agent: nobody', description: 'is not on this machine' },
    ],
    [
      'nobody but a person',
      known(
        {},
        {
          ahead: {
            ...AHEAD,
            workers: [
              { ...AHEAD.workers[0]!, agent: 'manual', kind: 'manual', because: 'no known agent on PATH' },
            ],
          },
        },
      ),
      'agent',
      {
        icon: 'warning',
        label: 'Agent: you, by hand',
        description: 'no coding agent was found',
        detail: expect.stringContaining('installs each') as string,
      },
    ],
    [
      'several',
      known(
        {},
        {
          ahead: {
            ...AHEAD,
            workers: [
              AHEAD.workers[0]!,
              {
                ...AHEAD.workers[0]!,
                agent: 'manual',
                kind: 'manual',
                because: null,
                phases: ['x' as PhaseId],
              },
            ],
          },
        },
      ),
      'agent',
      { label: 'Agent: Claude Code 2.1.0 (plan, implement, verify), you, by hand (x)' },
    ],
    ['only in place', known({}, { only: 'in-place' }), 'place', { label: 'Place: this working tree' }],
    [
      'taken along',
      known({ withChanges: true }, { uncommitted: ['a'] }),
      'changes',
      { label: 'Your 1 uncommitted file: taken along' },
    ],
    [
      'an input with a value',
      known({ inputs: { ticket: 'AB-1' } }, { inputs: [ticket] }),
      'input ticket',
      { label: 'ticket: AB-1' },
    ],
    [
      'one that need not be',
      known({}, { inputs: [input('depth', { required: false, default: 'deep' })] }),
      'input depth',
      { label: 'depth: deep', icon: 'symbol-string' },
    ],
  ])('%s is said', (_, state, id, said) => expect(row(state, id)).toMatchObject(said));

  test('why it cannot start yet', () => {
    const state = known();
    const refused = { ...state, look: { of: lookKey(state), found: null, problem: 'A merge is under way.' } };
    expect(row(refused, 'problem')).toMatchObject({
      label: 'Cannot start yet',
      detail: 'A merge is under way.',
    });
  });

  test('several folders are a row, and another one keeps only what is to be done', () => {
    const two = [
      { key: 'one', name: 'a', root: '/a' },
      { key: 'two', name: 'b', root: '/b' },
    ];
    const state = {
      ...known({ typed: 'Do it', workflow: 'fix', checks: ['x'], unattended: true }),
      repositories: two,
    };
    expect(row(withLook(state), 'folder')).toMatchObject({ label: 'Folder: a', description: '/a' });
    const next = picks(state, 'folder', 'two');
    expect(next).toMatchObject({ repository: 'two', look: null, workflows: null, page: { of: 'start' } });
    expect(next.draft).toMatchObject({ typed: 'Do it', workflow: null, checks: null, unattended: true });
    expect(picks(state, 'folder', 'one').draft).toBe(state.draft);
  });
});

describe('what is to be done', () => {
  const LINES = 'Add a page\n\n- with a form\n';
  test.each<[string, string, string]>([
    ['Add a page', 'Add a page', ''],
    ['  Add a page\n', 'Add a page', ''],
    [LINES, '', LINES],
    ['Add\ta page', '', 'Add\ta page'],
    ['a\u202eb', '', 'a\u202eb'],
    ['x'.repeat(301), '', 'x'.repeat(301)],
  ])('%j from elsewhere is in the box only where that changes nothing', (text, typed, whole) =>
    expect(requestFrom(text)).toEqual({ typed, whole }),
  );

  test('of several lines is kept whole, shown by its first, and is there again when what was typed goes', () => {
    const state = after(known(), { type: 'given', text: LINES });
    expect(row(state, 'start')).toMatchObject({
      label: 'Start: Add a page',
      detail: '3 lines · - with a form',
    });
    const typed = after(state, { type: 'typed', text: 'Else' });
    expect(requestOf(typed.draft)).toBe('Else');
    expect(row(typed, 'whole').label).toBe('Instead: Add a page');
    expect(requestOf(pick(typed, 'whole').draft)).toBe(LINES);
    expect(requestOf(after(typed, { type: 'typed', text: ' ' }).draft)).toBe(LINES);
  });

  test('of one long line is shown shortened, with its length', () => {
    const state = known({ typed: 'x'.repeat(5_000) });
    expect(row(state, 'start').label.length).toBeLessThan(90);
    expect(row(state, 'start').description).toBe('5000 characters');
  });

  test.each(['', '   ', '\n'])('%j is nothing that could begin', (typed) => {
    const state = known({ typed });
    expect(row(state, 'start').does).toBeNull();
    expect(after(state, { type: 'picked', act: { act: 'start' } }).begins).toBe(false);
  });

  test('begins as soon as it is said, whatever is not known yet', () => {
    expect(pick(newStart({ typed: 'Do it' }), 'start').begins).toBe(true);
    expect(pick(known({ typed: 'Do it' }), 'start').begins).toBe(true);
  });
});

describe('inputs', () => {
  const two = [ticket, input('depth', { enum: ['shallow', 'deep'] }), input('note', { required: false })];
  const state = known({ typed: 'Do it' }, { inputs: two });
  const typed = (text: string): StartEvent => ({ type: 'typed', text });

  test('what is missing is asked for one after the other, and then it begins', () => {
    expect(row(state, 'start').description).toBe('asks for ticket, depth first');
    const first = pick(state, 'start');
    expect(startView(first)).toMatchObject({
      title: 'Start Session: ticket',
      placeholder: 'Which ticket',
      value: '',
    });
    const second = pick(after(first, typed('AB-1')), 'use');
    expect(rows(second)).toEqual(['shallow', 'deep']);
    expect(second.begins).toBe(false);
    const end = pick(second, 'value deep');
    expect(end).toMatchObject({
      begins: true,
      draft: { typed: 'Do it', inputs: { ticket: 'AB-1', depth: 'deep' } },
    });
  });

  test('what does not fit is said until something else is typed', () => {
    const first = after(pick(state, 'start'), typed('x'), { type: 'refused', why: 'ticket must be one' });
    expect(rows(first)).toEqual(['ticket must be one']);
    expect(row(first, 'refusal').does).toBeNull();
    expect(rows(after(first, typed('y')))).toEqual(['Use: y']);
  });

  test('one that is chosen by its row leads back, and stands in its box the next time', () => {
    const next = pick(after(pick(state, 'input ticket'), typed('AB-2')), 'use');
    expect(next).toMatchObject({ begins: false, page: { of: 'start' } });
    expect(startView(pick(next, 'input ticket')).value).toBe('AB-2');
  });

  test('one that was to begin before they were known asks as soon as they are', () => {
    const early = { ...newStart({ typed: 'Do it' }), repository: 'one', isWanted: true };
    const asks = after(early, { type: 'known', facts: { look: state.look } });
    expect(asks).toMatchObject({ isWanted: false, page: { of: 'input', name: 'ticket', thenStart: true } });
  });
});
