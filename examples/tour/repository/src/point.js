/** Mean radius of the earth in metres, as the haversine formula wants it. */
const EARTH = 6_371_008.8;

const NAMES = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

const radians = (degrees) => (degrees * Math.PI) / 180;

/**
 * Distance over ground between two points, in metres.
 * Haversine: good to about half a percent, which is less than a walker's detours.
 */
export function distance(from, to) {
  const half = (a, b) => Math.sin(radians(b - a) / 2) ** 2;
  const chord =
    half(from.lat, to.lat) + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * half(from.lon, to.lon);
  return 2 * EARTH * Math.asin(Math.sqrt(chord));
}

/** Direction to set out in, in degrees: 0 is north, 90 is east, always below 360. */
export function bearing(from, to) {
  const east = radians(to.lon - from.lon);
  const y = Math.sin(east) * Math.cos(radians(to.lat));
  const x =
    Math.cos(radians(from.lat)) * Math.sin(radians(to.lat)) -
    Math.sin(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.cos(east);
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

/** The nearest of the eight winds, as a signpost would say it. */
export function compassName(degrees) {
  // TODO(compass-wrap): from 337.5 degrees up the index is 8, past the last name,
  // and a path that leads almost due north has no direction at all.
  return NAMES[Math.round(degrees / 45)];
}
