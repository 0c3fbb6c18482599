import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderEffectsRecord } from '../../../src/model/effects/effectsRecord.ts';
import { renderInputs } from '../../../src/model/inputs/inputsRecord.ts';
import { renderItems } from '../../../src/model/items/itemsRecord.ts';
import { migrate, SCHEMA } from '../../../src/model/parsing/schema.ts';
import { SCHEMA_STEPS, type RecordKind, type SchemaStep } from '../../../src/model/parsing/schemaSteps.ts';
import { AS_ONE, AS_TWO } from '../../support/schemaBefore.ts';

const golden = (file: string): Promise<string> => readFile(`test/golden/${file}`, 'utf8');

/** A workflow of schema 1 is one of this schema: it stays as it is. */
const TODAY: Readonly<Record<Exclude<RecordKind, 'workflow'>, string>> = {
  status: await golden('STATUS.md'),
  phase: await golden('phase.json'),
  effects: renderEffectsRecord({ schema: 3, effects: [] }),
  inputs: renderInputs(new Map([['ticket', 'AB-1']])),
  items: renderItems([]),
  packet: await golden('packet/plan.md'),
  ledger: await golden('packet/plan-ledger.md'),
  trailers: await golden('checkpoint.txt'),
};

/** Nobody wrote down what had been checked. */
const unsaid = (text: string): string => text.replace('1/1 | nothing |', '1/1 | |');

const KINDS = Object.keys(TODAY) as (keyof typeof TODAY)[];
test.each(KINDS.flatMap((kind) => [[kind, 1, AS_ONE] as const, [kind, 2, AS_TWO] as const]))(
  '[A14] a record of a schema before, %s of %i: as this version would have written it',
  (kind, schema, before) => {
    const older = before[kind](TODAY[kind]);
    expect(older).not.toBe(TODAY[kind]);
    expect(migrate(kind, older, schema)).toEqual({ ok: true, value: unsaid(TODAY[kind]) });
    expect(migrate(kind, TODAY[kind], SCHEMA)).toEqual({ ok: true, value: TODAY[kind] });
  },
);

test('[A14] a table in the notes of a person stays as it is, and so does what they wrote below it', () => {
  const notes = '## Notes\n\n| # | a | b | c | d | e | f |\nupdated: never\nschema: 2\n';
  const older = `${AS_TWO.status(TODAY.status).replace('## Notes\n', '')}${notes}`;
  const now = migrate('status', older, 2);
  expect(now.ok && now.value.endsWith(notes)).toBe(true);
  expect(now.ok && now.value).toContain('| Artifacts | Checked | Updated |');
});

/** A step that leaves its mark, so that what was taken and in which order can be read off. */
const marking = (mark: string): SchemaStep => {
  const step = (text: string): string => `${text}${mark}`;
  return {
    workflow: step,
    status: step,
    phase: step,
    effects: step,
    inputs: step,
    items: step,
    packet: step,
    ledger: step,
    trailers: step,
  };
};

test('[A14] exactly the steps from its schema on are taken, oldest first, and always give the same text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 })), fc.nat(12), (marks, behind) => {
      const steps = marks.map(marking);
      const read = () => migrate('status', 'text', SCHEMA - behind, steps);
      // From before the first step there is no way: the text stays, for its strict reader to refuse.
      const taken = behind > marks.length ? [] : marks.slice(marks.length - behind);
      expect(read()).toEqual({ ok: true, value: `text${taken.join('')}` });
      expect(read()).toEqual(read());
    }),
  );
});

test('[X2] what does not say its schema is migrated by nothing; a newer one is told as that', () => {
  expect(migrate('phase', '{}', null)).toEqual({ ok: true, value: '{}' });
  expect(migrate('phase', '{}', SCHEMA + 1)).toEqual({
    ok: false,
    error: { kind: 'newer-schema', found: SCHEMA + 1 },
  });
});

test('the steps of this version lead from schema 1 to the one that it writes', () => {
  expect(SCHEMA_STEPS).toHaveLength(SCHEMA - 1);
});
