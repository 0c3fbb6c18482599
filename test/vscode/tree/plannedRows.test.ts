import { expect, test } from 'vitest';
import type { PlannedItems } from '../../../src/model/items/plannedItems.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { detailRows } from '../../../src/vscode/tree/detailRows.ts';
import { itemRows } from '../../../src/vscode/tree/plannedRows.ts';
import type { Row } from '../../../src/vscode/tree/row.ts';
import { KEY, node, phase } from '../builders.ts';

const id = (name: string): PhaseId => name as PhaseId;
const item = (name: string, title: string | null, ...needs: readonly string[]) => ({
  id: id(name),
  title,
  needs: needs.map(id),
});

/** A plan that waits for a yes, and what its list makes of `build`. */
function shown(over: Partial<PlannedItems>): {
  readonly lists: readonly Row[];
  readonly items: readonly Row[];
} {
  const expands = [{ phase: id('build'), items: [], max: 5, problems: [], ...over }];
  const plan = phase(1, 'plan', { status: 'waiting', attempt: 1 });
  const session = node('waiting', {
    status: {
      question: { kind: 'approval', text: 'Approve plan?', options: [], expands },
      phases: [plan, phase(2, 'build', { needs: [id('plan')] })],
    },
  });
  const lists = detailRows(KEY, session, plan).filter(({ subject }) => subject.kind === 'planned');
  const items = lists.flatMap(({ subject }) =>
    subject.kind === 'planned' ? itemRows(subject, session) : [],
  );
  return { lists, items };
}

const words = ({ label, description, spoken }: Row): readonly string[] => [label, description, spoken];

test('below a phase whose list waits for a yes are the phases as they will run, each with those that it waits for', () => {
  const { lists, items } = shown({
    items: [item('build-api', 'The API', 'plan'), item('build-ui', null, 'plan', 'build-api')],
  });
  expect(lists.map((row) => [...words(row), row.open])).toEqual([
    ['build will be 2 phases', '', 'build will be 2 phases', 'expanded'],
  ]);
  expect(items.map(words)).toEqual([
    ['2 The API', '', 'Phase 2, The API, not started'],
    ['2 build-ui', 'after The API', 'Phase 2, build-ui, not started, after The API'],
  ]);
});

test('a list that is longer than it may be is said and cut, and ids of its rows are all different', () => {
  const { lists, items } = shown({
    max: 20,
    items: Array.from({ length: 50 }, (_, n) => item(`build-${n}`, 'the same')),
  });
  expect(lists[0]?.label).toBe('build will be 50 phases, and may have 20: that is asked next');
  expect(items).toHaveLength(41);
  expect(items.at(-1)).toMatchObject({ label: 'and 10 more', spoken: 'and 10 more phases' });
  expect(new Set(items.map((row) => row.id)).size).toBe(41);
});

test('a list with nothing in it, or with which its phase is not done, says so', () => {
  expect(shown({}).lists.map((row) => [row.label, row.open])).toEqual([
    ['build will be skipped: its list has no items', 'none'],
  ]);
  const { lists, items } = shown({ problems: ['two items are called a'] });
  expect(lists[0]?.label).toBe('build cannot be repeated for its list');
  expect(items.map(words)).toEqual([['two items are called a', '', 'Reason: two items are called a']]);
});

test('what a list calls its items is one line of bounded length', () => {
  const { items } = shown({ items: [item('build-a', `a\u202e\n${'x'.repeat(5_000)}`)] });
  expect(items[0]?.label).not.toMatch(/[\n\u202e]/);
  expect(items[0]?.label.length).toBeLessThan(1_100);
});
