import { describe, expect, test } from 'vitest';
import { withIntent, withOutcome, withReplay, joinEffects } from '../../src/model/effects/changeEffects.ts';
import { doubtQuestion, doubtsOf, readDoubtAnswer } from '../../src/model/effects/doubt.ts';
import { effectsSince } from '../../src/model/effects/effectsSince.ts';
import { planEffect, type EffectFacts } from '../../src/model/effects/planEffect.ts';
import type { EffectEntry, EffectOutcome, EffectsRecord } from '../../src/model/effects/effectsRecord.ts';
import { tallyEffects, NO_EFFECTS } from '../../src/model/effects/effectState.ts';
import type { PhaseId, Timestamp } from '../../src/model/names/ids.ts';

const at = (minute: number): Timestamp => `2026-11-20T10:0${minute}:00.000Z` as Timestamp;
const ran = (exitCode: number): EffectOutcome => ({
  kind: 'ran',
  at: at(5),
  exitCode,
  output: '',
  sha256: 'a'.repeat(64),
});
const settled = (happened: boolean): EffectOutcome => ({
  kind: 'settled',
  at: at(6),
  happened,
  by: 'Ada',
  comment: '',
});
const INPUT = `sha256:${'1'.repeat(64)}`;
const PUBLISH = 'release' as PhaseId;

function entry(outcome: EffectOutcome | null, over: Partial<EffectEntry> = {}): EffectEntry {
  return { key: 'release/publish', input: INPUT, command: ['npm', 'publish'], at: at(1), outcome, ...over };
}
const record = (...effects: readonly EffectEntry[]): EffectsRecord => ({ schema: 3, effects });

describe('what a command under a key does', () => {
  const other = `sha256:${'2'.repeat(64)}`;
  test.each<[string, EffectEntry | null, string, EffectFacts['elsewhere'], string]>([
    ['nothing is recorded', null, INPUT, 'no', 'run'],
    [
      '[E12] nothing is recorded, and the phase was in flight elsewhere',
      null,
      INPUT,
      'in-flight',
      'find-out',
    ],
    ['nothing is recorded, and nobody says that it was begun elsewhere', null, INPUT, 'perhaps', 'run'],
    ['it happened', entry(ran(0)), INPUT, 'no', 'replay'],
    ['it happened, and the phase was at work elsewhere', entry(ran(0)), INPUT, 'in-flight', 'replay'],
    ['[X6] it failed', entry(ran(3)), INPUT, 'no', 'run'],
    ['an intent without an outcome', entry(null), INPUT, 'no', 'find-out'],
    ['a person said that it happened', entry(settled(true)), INPUT, 'no', 'replay'],
    ['a person said that it did not', entry(settled(false)), INPUT, 'no', 'run'],
    ['[A52] another command under the same key', entry(ran(0)), other, 'no', 'other-input'],
    ['another command under a key that failed', entry(ran(1)), other, 'no', 'other-input'],
  ])('%s', (_, recorded, input, elsewhere, expected) => {
    expect(planEffect({ recorded, input, elsewhere, hasProbe: false }).do).toBe(expected);
  });

  test('a probe looks first where the phase may have begun elsewhere, and only there', () => {
    const next = (elsewhere: EffectFacts['elsewhere']) =>
      planEffect({ recorded: null, input: INPUT, elsewhere, hasProbe: true }).do;
    expect([next('no'), next('perhaps'), next('in-flight')]).toEqual(['run', 'look', 'find-out']);
  });
});

describe('the effect record', () => {
  test('a key keeps the place of its first intent, whatever happens to it', () => {
    const one = withIntent(NO_EFFECTS, entry(null, { key: 'a' }));
    const two = withIntent(one, entry(null, { key: 'b' }));
    const failed = withOutcome(two, 'a', ran(1));
    const again = withIntent(failed, entry(null, { key: 'a', at: at(3) }));
    expect(again.effects.map(({ key, at: begun, outcome }) => [key, begun, outcome])).toEqual([
      ['a', at(3), null],
      ['b', at(1), null],
    ]);
  });

  test('[A55] counts how often something had happened before, by phase', () => {
    const mine = entry(ran(0), { phase: PUBLISH });
    const once = record(mine, entry(null, { key: 'b', phase: PUBLISH }), entry(ran(1), { key: 'c' }));
    expect(tallyEffects(once, PUBLISH)).toEqual({ done: 1, failed: 0, inDoubt: 1 });
    const twice = withReplay(withReplay(once, mine.key), mine.key);
    expect(tallyEffects(twice, PUBLISH)).toEqual({ done: 1, failed: 0, inDoubt: 1, replayed: 2 });
  });

  test('what happened after an older record, or may have, is what a restore does not undo', () => {
    const older = record(entry(ran(0), { key: 'before' }), entry(null, { key: 'begun' }));
    const newest = record(
      entry(ran(0), { key: 'before' }),
      entry(ran(0), { key: 'begun' }),
      entry(ran(1), { key: 'failed' }),
      entry(null, { key: 'doubt' }),
    );
    expect(effectsSince(older, newest).map(({ key }) => key)).toEqual(['begun', 'doubt']);
  });
});

describe('a record from here and one from elsewhere become one', () => {
  const later = { at: at(2) };
  test.each<[string, EffectEntry, EffectEntry, EffectOutcome | null]>([
    ['the same intent: whoever knows how it ended knows more', entry(null), entry(ran(1)), ran(1)],
    ['the same intent, the other way round', entry(ran(1)), entry(null), ran(1)],
    ['it happened elsewhere', entry(ran(1)), entry(ran(0), later), ran(0)],
    ['it happened here', entry(ran(0)), entry(null, later), ran(0)],
    ['nobody knows of the one here, that elsewhere failed', entry(null), entry(ran(1), later), null],
    ['the one here failed, nobody knows of that elsewhere', entry(ran(1)), entry(null, later), null],
  ])('%s', (_, here, elsewhere, outcome) => {
    expect(joinEffects(record(here), record(elsewhere)).effects.map((one) => one.outcome)).toEqual([outcome]);
  });

  test('what only one of them knows stays', () => {
    const joined = joinEffects(record(entry(null, { key: 'here' })), record(entry(null, { key: 'there' })));
    expect(joined.effects.map(({ key }) => key)).toEqual(['here', 'there']);
  });
});

describe('an effect in doubt', () => {
  test('is one question, which names key and command', () => {
    const all = record(entry(ran(0)), entry(null, { key: 'b', phase: PUBLISH }), entry(null, { key: 'c' }));
    expect(doubtsOf(all).map(({ key }) => key)).toEqual(['b', 'c']);
    expect(doubtsOf(all, PUBLISH).map(({ key }) => key)).toEqual(['b']);
    expect(doubtQuestion(entry(null))).toMatchObject({
      about: 'effect',
      effect: 'release/publish',
      text: expect.stringContaining('npm publish') as string,
      options: ['it happened', 'it did not happen'],
    });
  });

  test.each([
    ['it happened', { happened: true, comment: '' }],
    ['It happened: number 12', { happened: true, comment: 'number 12' }],
    [' it did not happen. I looked', { happened: false, comment: 'I looked' }],
    ['perhaps', null],
    ['', null],
  ])('%j is read as %j', (text, expected) => {
    expect(readDoubtAnswer(text)).toEqual(expected);
  });
});
