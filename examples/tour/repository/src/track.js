import { distance } from './point.js';

/** Height changes below this many metres are the receiver's noise, not a hill. */
const NOISE = 3;

/** Length over ground, in metres. */
export function length(points) {
  return points.reduce((sum, point, i) => (i === 0 ? 0 : sum + distance(points[i - 1], point)), 0);
}

/**
 * Metres climbed and metres descended.
 * A height counts only once it differs by more than the noise from the last one that counted:
 * a receiver that lies still on a rock would otherwise climb all through lunch.
 */
export function climb(points) {
  let up = 0;
  let down = 0;
  let last = points[0]?.ele ?? 0;
  for (const { ele } of points) {
    if (ele === undefined || Math.abs(ele - last) < NOISE) continue;
    if (ele > last) up += ele - last;
    else down += last - ele;
    last = ele;
  }
  return { up, down };
}

/** The box that holds all points, to fit a map to. */
export function bounds(points) {
  // TODO(date-line): a walk on Taveuni crosses 180 degrees, and its box goes
  // round the whole earth. Needs a decision: two boxes, or longitudes past 180?
  const lats = points.map((point) => point.lat);
  const lons = points.map((point) => point.lon);
  return {
    south: Math.min(...lats),
    west: Math.min(...lons),
    north: Math.max(...lats),
    east: Math.max(...lons),
  };
}
