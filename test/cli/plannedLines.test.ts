import { expect, test } from 'vitest';
import { plannedLines } from '../../src/cli/output/plannedLines.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';
import type { PhaseId } from '../../src/model/names/ids.ts';

const id = (text: string): PhaseId => text as PhaseId;
const item = (name: string, title: string | null, ...needs: readonly string[]) => ({
  id: id(`build-${name}`),
  title,
  needs: ['plan', ...needs].map(id),
});
const lines = (over: Partial<Parameters<typeof plannedLines>[0]>): readonly string[] =>
  plannedLines({ phase: id('build'), items: [], max: 5, problems: [], ...over }, createStyle(false));

test('the phases as they will run are shown with what they need of each other', () => {
  expect(
    lines({
      items: [
        item('model', 'The model'),
        item('form', 'Build the form', 'build-model'),
        item('x', null, 'build-form'),
      ],
    }),
  ).toEqual([
    'build will be 3 phases:',
    '  build-model  The model',
    '  build-form   Build the form  (after build-model)',
    '  build-x                      (after build-form)',
  ]);
});

test('titles of a list move no cursor', () => {
  expect(lines({ items: [item('a', '\u001b[2Jgone\nx')] }).join('\n')).not.toContain('\u001b');
});

test('a long list is shown in part, and says that a person is asked', () => {
  const shown = lines({ items: Array.from({ length: 50 }, (_, at) => item(String(at), null)), max: 20 });
  expect(shown[0]).toBe('build will be 50 phases, and may have 20: that is asked next:');
  expect(shown).toHaveLength(42);
  expect(shown.at(-1)).toBe('  … 10 more: status --json');
});

test('a list without items, or that is none, says what comes of it', () => {
  expect(lines({})).toEqual(['build will be skipped: its list has no items.']);
  expect(lines({ problems: ['plan/x.json is no list'] })).toEqual([
    'build cannot be repeated for its list:',
    '  - plan/x.json is no list',
  ]);
});
