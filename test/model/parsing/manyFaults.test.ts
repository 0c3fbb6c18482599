import { describe, expect, test } from 'vitest';
import { parsePhaseRecord } from '../../../src/model/checkpoint/phaseRecord.ts';
import { parseEffectsRecord } from '../../../src/model/effects/effectsRecord.ts';
import { parseItems } from '../../../src/model/items/itemsRecord.ts';
import { parseLedger } from '../../../src/model/ledger/parseLedger.ts';
import { parsePacket } from '../../../src/model/packet/parsePacket.ts';
import { byDepth } from '../../support/thorough.ts';

/** More than an engine of JavaScript takes as the arguments of one call. */
const MANY = 200_000;

const list = (key: string): string => `{"schema": 3, "${key}": [${Array(MANY).fill('1').join(',')}]}`;
const lines = `---\nschema: 3\n${'a: b\n'.repeat(MANY)}---\n`;

describe('a record with more faults than anybody can hold is invalid, and nothing ends over it', () => {
  // Of JSON and of text one each.
  for (const { rows, options } of byDepth(
    [
      ['phase.json', parsePhaseRecord, list('attempts')],
      ['PACKET.md', parsePacket, lines],
      ['effects.json', parseEffectsRecord, list('effects')],
      ['items.json', parseItems, list('phases')],
      ['LEDGER.md', parseLedger, lines],
    ] as const,
    (_row, at) => at < 2,
  ))
    test.each(rows)('%s', options, (file, parse, text) => {
      expect(parse(file, text)).toMatchObject({ ok: false, error: { kind: 'invalid' } });
    });
});
