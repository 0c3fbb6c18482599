import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../../src/host/hashes.ts';
import { LONGEST_TEMPLATE } from '../../../src/model/items/itemPhase.ts';
import { readItems } from '../../../src/model/items/readItems.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { PHASE_ID } from '../../../src/model/text/words.ts';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';
import '../../support/seeds.ts';

const read = (template: string, ids: readonly (string | number)[]) =>
  readItems(
    { id: template as PhaseId, forEach: { file: 'plan/tasks.json', at: '' }, asks: [] },
    { kind: 'value', value: ids.map((id) => ({ id })) },
    new Set([template]),
    sha256,
  );

const anyTemplate = (least: number, most: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('b', 'z'),
      fc.string({ unit: fc.constantFrom('b', '1', '-'), minLength: least - 1, maxLength: most - 1 }),
    )
    .map((parts) => parts.join(''));
const anyId: fc.Arbitrary<string | number> = fc
  .oneof(
    fc.nat(),
    fc.string({
      minLength: 1,
      maxLength: 60,
      unit: fc.constantFrom('a', 'B', '-', ' ', '0', 'é', '日', '🙂'),
    }),
    fc.string({ minLength: 1, unit: 'binary' }),
    fc.constantFrom('__proto__', '-', ' a ', 'x'.repeat(500)),
  )
  .filter((id) => String(id).trim() !== '');

test('names of items are phase ids, no two are the same, and none depends on the others', () => {
  fc.assert(
    fc.property(anyTemplate(1, LONGEST_TEMPLATE), fc.array(anyId, { maxLength: 6 }), (template, ids) => {
      const items = read(template, ids);
      if (!items.ok) {
        // Only two of one name are refused.
        expect(items.error.every((why) => /would be the phase \S+, as item \d+ is$/.test(why))).toBe(true);
        return;
      }
      const names = items.value.map(({ phase }) => phase);
      expect(names.filter((name) => !PHASE_ID.test(name) || !name.startsWith(`${template}-`))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      expect(ids.map((id) => only(template, id))).toEqual(names);
    }),
  );
});

function only(template: string, id: string | number): string {
  const items = read(template, [id]);
  return items.ok ? (items.value[0]?.phase ?? '') : items.error.join();
}

test('in a session whose repeated phase has a longer name, what is no phase id is a reason of the gate', () => {
  fc.assert(
    fc.property(anyTemplate(LONGEST_TEMPLATE + 1, 40), anyId, (template, id) => {
      const items = read(template, [id]);
      if (items.ok) expect(items.value[0]?.phase).toMatch(PHASE_ID);
      else
        expect(items.error.join()).toMatch(
          /whose name has 4\d characters, and may have 40: give it a shorter id$/,
        );
    }),
  );
});

test('such a name is refused where the workflow is read, but not in a session that has it', () => {
  const text = (id: string): string => `schema: 2
name: w
phases:
  - id: plan
    artifacts: [tasks.json]
  - id: ${id}
    artifacts: [x.md]
    forEach: { file: plan/tasks.json }
`;
  const told = (id: string, matches: (() => true) | null): readonly string[] => {
    const file = parseWorkflow('w.yaml', text(id), matches);
    return file.ok ? [] : file.error.map(({ line, column, message }) => `${line}:${column} ${message}`);
  };
  const long = 'b'.repeat(36);
  expect(told(long.slice(1), () => true)).toEqual([]);
  expect(told(long, () => true)).toEqual([
    `6:9 "${long}" has 36 characters, and its items are phases "${long}-<item>" of at most 40: give it an id of at most 35`,
  ]);
  expect(told(long, null)).toEqual([]);
});
