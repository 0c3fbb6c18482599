import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDuration, walkingTime } from '../src/duration.js';

test('three flat miles take an hour', () => {
  assert.equal(walkingTime({ length: 4_828, up: 0 }), 60);
});

test('two thousand feet of ascent take another hour', () => {
  assert.equal(walkingTime({ length: 4_828, up: 609.6 }), 120);
});

test('a duration is said in hours and minutes', () => {
  assert.deepEqual([12, 60, 135].map(formatDuration), ['12 min', '1 h', '2 h 15 min']);
});

test('minutes are rounded before hours are split off', () => {
  assert.equal(formatDuration(119.7), '2 h');
});
