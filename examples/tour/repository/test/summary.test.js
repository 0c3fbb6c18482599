import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { passed, readGpx, summary } from '../src/index.js';

const walk = readGpx(readFileSync(new URL('../samples/cairn-ridge.gpx', import.meta.url), 'utf8'));

test('waymarks are listed as they are passed, those of other paths left out', () => {
  assert.deepEqual(
    passed(walk.points, walk.waymarks).map(({ name }) => name),
    ['Trailhead bridge', 'First cairn', 'Windy col', 'Cairn Ridge, 2030 m', 'Hut with the good soup'],
  );
});

test('the evening before, a walk is a handful of lines', () => {
  assert.deepEqual(summary(walk).slice(1, 4), [
    '5.7 km, 1013 m up, 919 m down',
    'about 2 h 51 min, setting out N',
    '  0 m  Trailhead bridge',
  ]);
});
