import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFileValue } from '../../../src/model/graph/readFileValue.ts';
import { renderItems } from '../../../src/model/items/itemsRecord.ts';
import { readItems } from '../../../src/model/items/readItems.ts';
import { unfitExpansion } from '../../../src/model/items/unfitExpansion.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { workflowOf } from '../workflowOf.ts';

const BUILD = 'build' as PhaseId;
const TEMPLATE = { id: BUILD, forEach: { file: 'plan/tasks.json', at: '' }, asks: [] };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const read = (json: string) =>
  readItems(TEMPLATE, readFileValue('plan/tasks.json', Buffer.from(json)), new Set(), sha256);
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each<[what: string, json: string, told: string]>([
  ['a need that is no id', '[{"id": "a", "needs": [{"toString": 1}]}]', 'its needs are no list of ids'],
  ['needs that are nothing', '[{"id": "a", "needs": null}]', 'its needs are no list of ids'],
  ['an item nested too deep', `[{"id": "a", "x": ${deep(20_000)}}]`, 'this is nested too deeply'],
  ['a number that JSON has not', '[{"id": "a", "x": 1e999}]', '/0/x: JSON has no such number'],
  [
    'more items than a table may have',
    JSON.stringify(Array(300_000).fill(1)),
    'has 300000 items, and may have 4000',
  ],
  [
    'more than a record may keep',
    JSON.stringify([{ id: 'a', text: 'x'.repeat(500_000) }]),
    'and may have 400000',
  ],
])('a list with %s is refused', (_what, json, told) => {
  const items = read(json);
  expect(items.ok ? 'read' : items.error.join('\n')).toContain(told);
});

test.each<[item: string, told: string]>([
  ['{"id": "", "title": "t"}', 'item 1: its id is empty'],
  ['{"id": " ", "title": "t"}', 'item 1: its id is empty'],
  ['{"id": [1], "title": "t"}', 'item 1: its id is neither a text nor a number'],
  ['{"id": "a"}', 'item "a" has no title'],
  ['{"title": [1]}', 'item 1: its title is a list, and must be a text or a number'],
  ['{"title": null}', 'item 1: its title is null, and must be a text or a number'],
  ['{"title": {}}', 'item 1: its title is an object, and must be a text or a number'],
  ['"a"', 'item 1 is a text and no object, and its phase asks for its title'],
  ['3', 'item 1 is a number and no object, and its phase asks for its title'],
  ['true', 'item 1 is true and no object, and its phase asks for its title'],
  ['["a"]', 'item 1 is a list and no object, and its phase asks for its title'],
])('of the item %s is said what is wrong with it, and nothing that is not', (item, told) => {
  const file = readFileValue('plan/tasks.json', Buffer.from(`[${item}]`));
  const items = readItems({ ...TEMPLATE, asks: ['title'] }, file, new Set(), sha256);
  expect(items.ok ? [] : items.error).toEqual([`plan/tasks.json: ${told}`]);
});

test('an item of which nothing is asked may be anything', () =>
  expect(read('["a", 3, null, ["b"]]').ok).toBe(true));

test('ids that look like what they are not are ids like any other', () => {
  const items = read(
    JSON.stringify([
      { id: '__proto__' },
      { id: '日本', needs: ['__proto__', '🙂'] },
      { id: '🙂' },
      { id: 'İ' },
    ]),
  );
  expect(items.ok ? items.value.map(({ phase, needs }) => [phase, needs]) : items.error).toEqual([
    ['build-proto', []],
    [`build-${sha256('日本').slice(0, 4)}`, ['build-proto', `build-${sha256('🙂').slice(0, 4)}`]],
    [`build-${sha256('🙂').slice(0, 4)}`, []],
    ['build-i', []],
  ]);
});

test('what is read can be kept, as deep as it may be', () => {
  const items = read(`[{"id": "a", "x": ${deep(62)}}]`);
  expect(items.ok && renderItems([{ template: BUILD, items: items.value }])).toContain('build-a');
});

/** Ids that are fit, that are called like the phases of other items, and none. */
const anyId = fc.constantFrom(null, 'a', 'b', '2', 'build-1', 'build-2', 'build-a', 3);
const anyList = fc.uniqueArray(fc.record({ id: anyId, needs: fc.uniqueArray(anyId, { maxLength: 2 }) }), {
  maxLength: 6,
  selector: ({ id }) => id ?? {},
});
const workflow = workflowOf([
  { id: 'plan', artifacts: ['tasks.json'] },
  { id: 'build', forEach: { file: 'plan/tasks.json' } },
]);

test('a list that is taken is one that a session can go on with: whoever waits for each other is told at the gate', () => {
  fc.assert(
    fc.property(anyList, (drawn) => {
      const list = drawn.map(({ id, needs }) => ({
        ...(id === null ? {} : { id }),
        needs: needs.filter((need) => need !== null),
      }));
      const items = read(JSON.stringify(list));
      if (!items.ok) return;
      expect(unfitExpansion(workflow, [{ template: BUILD, items: items.value }])).toBe(null);
    }),
    {
      numRuns: 5_000,
      examples: [
        [
          [
            { id: 'build-2', needs: ['a'] },
            { id: null, needs: [] },
            { id: 'a', needs: ['build-2'] },
          ],
        ],
      ],
    },
  );
});
