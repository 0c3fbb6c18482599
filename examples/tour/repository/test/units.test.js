import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDistance, formatHeight } from '../src/units.js';

test('short distances are metres, longer ones kilometres', () => {
  assert.deepEqual(
    [840, 999.6, 12_345].map((metres) => formatDistance(metres)),
    ['840 m', '1.0 km', '12.3 km'],
  );
});

test('miles on request', () => {
  assert.equal(formatDistance(16_093, 'imperial'), '10.0 mi');
});

test('heights have no decimals', () => {
  assert.deepEqual([formatHeight(2_009.2), formatHeight(2_009.2, 'imperial')], ['2009 m', '6592 ft']);
});
