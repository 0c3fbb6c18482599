import { expect, test } from 'vitest';
import { sessionTooltip } from '../../../src/vscode/tree/tooltip.ts';
import { node, NOW } from '../builders.ts';

test('a session says on hover what it was given, each on a line, and its result once that is there', () => {
  const status = {
    inputs: { ticket: 'AB-1', note: `one\ntwo | [three](command:x) ${'x'.repeat(200)}` },
    result: { path: 'out.json', present: true, bytes: 2 },
  };
  const shown = sessionTooltip(node('done', { status }), NOW);
  expect(shown).toContain('| ticket | AB\\-1 |');
  expect(shown).toMatch(/\| note \| one two .*x{20}…\s*\|/);
  expect(shown).not.toContain('](command');
  expect(shown).toContain('| Result | `out.json` |');
  expect(sessionTooltip(node('running', {}), NOW)).not.toContain('Result');
});
