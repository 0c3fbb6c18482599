import { distance } from './point.js';

/** A waymark farther from the path than this many metres belongs to another path. */
const REACH = 60;

/**
 * The waymarks that a walk passes, in the order in which it passes them,
 * each with the metres walked until then.
 */
export function passed(points, waymarks, reach = REACH) {
  let walked = 0;
  const walkedAt = points.map((point, i) => {
    walked += i === 0 ? 0 : distance(points[i - 1], point);
    return walked;
  });
  return waymarks
    .map((waymark) => {
      const gaps = points.map((point) => distance(point, waymark));
      const gap = Math.min(...gaps);
      return { name: waymark.name, gap, at: walkedAt[gaps.indexOf(gap)] };
    })
    .filter(({ gap }) => gap <= reach)
    .map(({ name, at }) => ({ name, at }))
    .sort((a, b) => a.at - b.at);
}
