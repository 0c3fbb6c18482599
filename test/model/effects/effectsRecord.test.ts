import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseEffectsRecord,
  renderEffectsRecord,
  type EffectEntry,
  type EffectsRecord,
} from '../../../src/model/effects/effectsRecord.ts';
import { countEffects, NO_EFFECTS } from '../../../src/model/effects/effectState.ts';
import { anyTime } from '../anyStatus.ts';
import { damaged, hostileText } from '../hostileText.ts';

const anyDigest = fc.stringMatching(/^[0-9a-f]{64}$/);
const anyEntry: fc.Arbitrary<EffectEntry> = fc.record({
  key: fc.string({ minLength: 1, maxLength: 20 }),
  input: anyDigest.map((hex) => `sha256:${hex}`),
  command: fc.array(fc.string(), { minLength: 1 }),
  at: anyTime,
  outcome: fc.option(
    fc.oneof(
      fc.record({
        kind: fc.constant('ran' as const),
        at: anyTime,
        exitCode: fc.integer({ min: 0, max: 255 }),
        output: fc.string(),
        sha256: anyDigest,
      }),
      fc.record({ kind: fc.constant('probed' as const), at: anyTime, happened: fc.boolean() }),
      fc.record({
        kind: fc.constant('settled' as const),
        at: anyTime,
        happened: fc.boolean(),
        by: fc.string(),
        comment: fc.string(),
      }),
    ),
  ),
});
const anyRecord: fc.Arbitrary<EffectsRecord> = fc.record({
  schema: fc.constant(3 as const),
  effects: fc.uniqueArray(anyEntry, { selector: (entry) => entry.key, maxLength: 5 }),
});

describe('effects.json', () => {
  it('reads back as what was written, and every effect is counted once', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        expect(parseEffectsRecord('effects.json', renderEffectsRecord(record))).toEqual({
          ok: true,
          value: record,
        });
        const { done, failed, inDoubt } = countEffects(record.effects);
        expect(done + failed + inDoubt).toBe(record.effects.length);
      }),
    );
  });

  it('is small when nothing was done', () => {
    expect(renderEffectsRecord(NO_EFFECTS)).toBe('{\n  "schema": 3,\n  "effects": []\n}\n');
  });

  it('[A44] counts what happened, what did not, and what nobody knows', () => {
    const [entry] = fc.sample(anyEntry, { numRuns: 1, seed: 1 });
    const at = entry!.at;
    const outcomes: readonly EffectEntry['outcome'][] = [
      null,
      { kind: 'ran', at, exitCode: 0, output: '', sha256: 'a'.repeat(64) },
      { kind: 'ran', at, exitCode: 3, output: '', sha256: 'a'.repeat(64) },
      { kind: 'probed', at, happened: true },
      { kind: 'settled', at, happened: false, by: 'Ada', comment: 'no mail came' },
    ];
    expect(
      countEffects(outcomes.map((outcome, index) => ({ ...entry!, key: `k${index}`, outcome }))),
    ).toEqual({ done: 2, failed: 2, inDoubt: 1 });
  });

  it('refuses one key twice: it could not say which outcome counts', () => {
    const [entry] = fc.sample(anyEntry, { numRuns: 1, seed: 1 });
    const read = parseEffectsRecord(
      'effects.json',
      renderEffectsRecord({ schema: 3, effects: [entry!, entry!] }),
    );
    expect(read).toMatchObject({
      ok: false,
      error: { kind: 'invalid', problems: [{ message: '"key" is recorded twice (effects.1.key)' }] },
    });
  });

  it('never throws', () => {
    const text = renderEffectsRecord({ schema: 3, effects: fc.sample(anyEntry, { numRuns: 2, seed: 2 }) });
    fc.assert(
      fc.property(fc.oneof(hostileText, damaged(text), fc.json()), (given) => {
        expect(() => parseEffectsRecord('effects.json', given)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });
});
