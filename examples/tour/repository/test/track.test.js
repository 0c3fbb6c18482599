import assert from 'node:assert/strict';
import test from 'node:test';
import { bounds, climb, length } from '../src/track.js';

const at = (ele) => ({ lat: 46, lon: 8, ele });

test('a track is as long as its legs', () => {
  const there = { lat: 46, lon: 8 };
  const back = { lat: 46.01, lon: 8 };
  assert.equal(Math.round(length([there, back, there])), 2_224);
});

test('an empty track has no length', () => {
  assert.equal(length([]), 0);
});

test('climbs and descents are counted apart', () => {
  assert.deepEqual(climb([at(1_000), at(1_200), at(1_150), at(1_300)]), { up: 350, down: 50 });
});

test('a receiver that lies still does not climb', () => {
  assert.deepEqual(climb([at(1_000), at(1_002), at(999), at(1_001)]), { up: 0, down: 0 });
});

test('the box holds every point', () => {
  const points = [
    { lat: 46.2, lon: 8.1 },
    { lat: 46.1, lon: 8.4 },
  ];
  assert.deepEqual(bounds(points), { south: 46.1, west: 8.1, north: 46.2, east: 8.4 });
});
