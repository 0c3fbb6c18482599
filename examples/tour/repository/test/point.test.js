import assert from 'node:assert/strict';
import test from 'node:test';
import { bearing, compassName, distance } from '../src/point.js';

test('a degree of latitude is about 111 km', () => {
  assert.equal(Math.round(distance({ lat: 46, lon: 8 }, { lat: 47, lon: 8 }) / 1_000), 111);
});

test('a point is no way from itself', () => {
  assert.equal(distance({ lat: 46, lon: 8 }, { lat: 46, lon: 8 }), 0);
});

test('east is a bearing of 90 degrees', () => {
  assert.equal(Math.round(bearing({ lat: 0, lon: 0 }, { lat: 0, lon: 1 })), 90);
});

test('a bearing has the name of the nearest wind', () => {
  assert.deepEqual([0, 44, 90, 200, 300].map(compassName), ['N', 'NE', 'E', 'S', 'NW']);
});
