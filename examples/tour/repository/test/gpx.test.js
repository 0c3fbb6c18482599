import assert from 'node:assert/strict';
import test from 'node:test';
import { readGpx } from '../src/gpx.js';

test('points and waymarks come out in file order', () => {
  const text = `<gpx>
    <wpt lon="8.2" lat="46.2"><name> First cairn </name></wpt>
    <trk><trkseg>
      <trkpt lat="46.1" lon="8.1"><ele>1200.5</ele></trkpt>
      <trkpt lat="46.2" lon="8.2"/>
    </trkseg></trk>
  </gpx>`;
  assert.deepEqual(readGpx(text), {
    points: [
      { lat: 46.1, lon: 8.1, ele: 1_200.5 },
      { lat: 46.2, lon: 8.2 },
    ],
    waymarks: [{ lat: 46.2, lon: 8.2, name: 'First cairn' }],
  });
});

test('a point without a place is refused by name', () => {
  assert.throws(() => readGpx('<trkpt lat="46.1"></trkpt>'), /trkpt without a place/);
});
