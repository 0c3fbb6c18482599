import { describe, expect, test } from 'vitest';
import type { Timestamp } from '../../../src/model/names/ids.ts';
import { glancePhaseRows, glanceRows } from '../../../src/vscode/tree/glanceRows.ts';
import type { Row } from '../../../src/vscode/tree/row.ts';
import { NOW } from '../builders.ts';

const line = (row: Row): string => `${row.label} | ${row.description}`;

const GLANCED = {
  number: null,
  round: null,
  attempt: null,
  artifacts: { present: 1, promised: 1 },
  checked: null,
  updated: null,
};

describe('Restricted Mode', () => {
  const glance = {
    schema: 1,
    session: 's',
    title: 'Add login',
    workflow: 'feature',
    plan: null,
    branch: null,
    isolation: null,
    base: null,
    seq: 2,
    state: 'running',
    next: ['plan'],
    checked: null,
    updated: new Date(NOW - 60_000).toISOString() as Timestamp,
    rows: [
      { ...GLANCED, number: 1, phase: 'research', status: 'done', attempt: 1 },
      { ...GLANCED, phase: 'plan', status: 'odd', artifacts: null },
      { ...GLANCED, number: 3, phase: 'docs', status: 'skipped', round: 2 },
      { ...GLANCED, number: 4, phase: 'review', status: 'running', round: 2, attempt: 3 },
      { ...GLANCED, number: 5, phase: 'again', status: 'pending', round: 2, attempt: 1 },
    ],
  };
  test('a stored “running” is not claimed: nobody looked for a process', () => {
    expect(
      glanceRows(
        '/f',
        [
          { session: 's', glance },
          { session: 'cut', glance: null },
        ],
        NOW,
      ).map(line),
    ).toEqual(['Add login | not finished · 1 min', 'cut | STATUS.md is not readable']);
  });
  test('phases are shown as far as the file says', () => {
    expect(glancePhaseRows('/f', { session: 's', glance }, NOW).map(line)).toEqual([
      '1 research | 1/1 · attempt 1',
      'plan | ',
      '3 docs | skipped',
      '4 review | round 2 · attempt 3 · 1/1',
      '5 again | round 2',
    ]);
  });
  test('of a phase that has not begun nothing is said to be missing', () => {
    const rows = [{ ...GLANCED, phase: 'plan', status: 'pending', artifacts: { present: 0, promised: 2 } }];
    const [row] = glancePhaseRows('/f', { session: 's', glance: { ...glance, rows } }, NOW);
    expect([row?.description, row?.spoken]).toEqual(['', 'Phase plan, not started']);
  });
  test.each(['constructor', 'toString', '__proto__'])('a state %s is a word like any other', (word) => {
    const rows = [{ ...GLANCED, phase: 'plan', status: word }];
    const glanced = { session: 's', glance: { ...glance, state: word, rows } };
    const shown = [...glanceRows('/f', [glanced], NOW), ...glancePhaseRows('/f', glanced, NOW)];
    expect(shown.map(({ icon }) => icon)).toEqual(
      shown.map(() => ({ id: 'question', color: 'problemsWarningIcon.foreground' })),
    );
    expect(shown.map(({ spoken }) => spoken)).toEqual(
      shown.map(() => expect.stringContaining(`unknown state “${word}”`)),
    );
  });
});
