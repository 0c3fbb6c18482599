import { distance } from './point.js';

const BARS = [...'▁▂▃▄▅▆▇█'];

/**
 * The skyline of a walk in one line of text: `▁▂▄▇█▅▂`.
 * Sampled by distance, not by point: a long rest at the hut is no plateau.
 */
export function skyline(points, width = 32) {
  const heights = sample(points, width);
  const low = Math.min(...heights);
  const span = Math.max(...heights) - low;
  // TODO(flat-profile): along a canal the span is zero and every bar is undefined
  return heights.map((ele) => BARS[Math.round(((ele - low) / span) * (BARS.length - 1))]).join('');
}

/** Heights at `width` places that lie evenly along the way. */
function sample(points, width) {
  const along = [0];
  for (let i = 1; i < points.length; i += 1) {
    along.push(along[i - 1] + distance(points[i - 1], points[i]));
  }
  const total = along.at(-1);
  return Array.from({ length: width }, (_, bar) => {
    const place = (total * bar) / (width - 1);
    const next = Math.max(
      1,
      along.findIndex((metres) => metres >= place),
    );
    const share = (place - along[next - 1]) / (along[next] - along[next - 1] || 1);
    return points[next - 1].ele + share * (points[next].ele - points[next - 1].ele);
  });
}
