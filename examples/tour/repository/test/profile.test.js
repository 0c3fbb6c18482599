import assert from 'node:assert/strict';
import test from 'node:test';
import { skyline } from '../src/profile.js';

test('a steady climb is a ramp', () => {
  const points = [
    { lat: 46, lon: 8, ele: 1_000 },
    { lat: 46.01, lon: 8, ele: 1_700 },
  ];
  assert.equal(skyline(points, 8), '▁▂▃▄▅▆▇█');
});

test('a rest on the way is no plateau', () => {
  const hut = { lat: 46.005, lon: 8, ele: 1_350 };
  const points = [{ lat: 46, lon: 8, ele: 1_000 }, hut, hut, hut, { lat: 46.01, lon: 8, ele: 1_700 }];
  assert.equal(skyline(points, 8), '▁▂▃▄▅▆▇█');
});
