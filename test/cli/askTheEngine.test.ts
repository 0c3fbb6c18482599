import { expect, test } from 'vitest';
import { runLine } from './runLine.ts';
import { SESSION } from './scriptedApi.ts';

test.each([
  [['approve'], ['approve', SESSION, null, null]],
  [
    ['approve', 'plan'],
    ['approve', SESSION, 'plan', null],
  ],
  [
    ['approve', SESSION, '-m', 'ok'],
    ['approve', SESSION, null, 'ok'],
  ],
  [
    ['reject', `cairn/${SESSION}`, 'plan', '--message', 'no'],
    ['reject', SESSION, 'plan', 'no'],
  ],
  [
    ['answer', '-m', 'yes'],
    ['answer', SESSION, 'yes'],
  ],
  [
    ['diff', 'plan'],
    ['diff', SESSION, 'plan'],
  ],
  [
    ['diff', SESSION],
    ['diff', SESSION, null],
  ],
  [['packet'], ['packet', SESSION, null]],
  [
    ['ledger', '--section', 'questions'],
    ['ledger', SESSION],
  ],
  [
    ['show', '/a b@plan'],
    ['show', SESSION, '/a b@plan'],
  ],
  [
    ['show', SESSION, '01-research/findings.md@research'],
    ['show', SESSION, '01-research/findings.md@research'],
  ],
  [
    ['path', SESSION],
    ['path', SESSION],
  ],
  [
    ['path', SESSION, 'plan'],
    ['path', SESSION, 'plan'],
  ],
  [
    ['log', '--output', 'plan'],
    ['output', SESSION, 'plan'],
  ],
  [
    ['restore', 'plan'],
    ['restore', SESSION, { to: 'plan' }, { dryRun: false }],
  ],
  [
    ['restore', '3', '--dry-run'],
    ['restore', SESSION, { to: '3' }, { dryRun: true }],
  ],
  [
    ['restore', SESSION, '12'],
    ['restore', SESSION, { to: '12' }, { dryRun: false }],
  ],
  [
    ['restore', '--undo'],
    ['restore', SESSION, { undo: true }, { dryRun: false }],
  ],
  [
    ['land', '--branch', 'add-login'],
    ['land', SESSION, { branch: 'add-login', onlyDone: true, notRed: true }],
  ],
  [
    ['land', '--branch', 'add-login', '--commits', 'phase'],
    ['land', SESSION, { branch: 'add-login', commits: 'phase', onlyDone: true, notRed: true }],
  ],
  [
    ['land', SESSION, '--apply'],
    ['land', SESSION, { apply: true, onlyDone: true, notRed: true }],
  ],
  [
    ['land', SESSION, '--apply', '--red'],
    ['land', SESSION, { apply: true, onlyDone: true, notRed: false }],
  ],
  [
    ['land', SESSION, '--apply', '--unfinished'],
    ['land', SESSION, { apply: true, onlyDone: false, notRed: true }],
  ],
  [['rescue'], ['rescues', SESSION]],
  [
    ['rescue', SESSION],
    ['rescues', SESSION],
  ],
  [
    ['rescue', 'list', SESSION],
    ['rescues', SESSION],
  ],
  [
    ['rescue', 'diff', '1'],
    ['rescueDiff', SESSION, 1],
  ],
  [
    ['rescue', 'apply', SESSION, '1', 'a', '--', '-b'],
    ['rescueApply', SESSION, 1, ['a', '-b']],
  ],
  [
    ['rescue', 'delete', SESSION, '1'],
    ['rescueDelete', SESSION, 1],
  ],
  [['stop'], ['stop', SESSION]],
  [
    ['cancel', SESSION],
    ['cancel', SESSION],
  ],
  [
    ['delete', SESSION],
    ['delete', SESSION, { purge: false }],
  ],
  [
    ['delete', SESSION, '--purge'],
    ['delete', SESSION, { purge: true }],
  ],
  [['verify'], ['verify', null]],
  [
    ['verify', SESSION],
    ['verify', SESSION],
  ],
] as const)('%j asks the engine for exactly that', async (words, call) => {
  const { code, calls } = await runLine([...words]);
  expect(calls).toContainEqual([...call]);
  expect(code).toBe(0);
});

test('what an act has to tell is printed before its answer, and beside it for a program', async () => {
  const tells = ['Your changes to 1 file are part of what is approved: \u001b[31mstray.txt.'];
  const shown = await runLine(['approve'], { tells });
  expect(shown.out).toMatch(/^· Your changes to 1 file .*stray\.txt\.\n✓ /);
  expect(shown.out).not.toContain('\u001b');
  const told = await runLine(['approve', '--json'], { tells });
  expect(told.json()).toMatchObject({ session: expect.any(String) as string });
  expect(told.err).toContain('Your changes to 1 file');
});
