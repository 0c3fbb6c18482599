/** Naismith, 1892: an hour for every three miles, and another for every 2,000 feet of ascent. */
const METRES_PER_HOUR = 4_828;
const CLIMB_PER_HOUR = 609.6;

/** Minutes a fit walker needs on easy ground, without the breaks. */
export function walkingTime({ length, up }) {
  // TODO(steep-descent): Langmuir adds ten minutes for every 300 m down a slope
  // steeper than 12 degrees. The track has to be cut into slopes before that.
  return (length / METRES_PER_HOUR + up / CLIMB_PER_HOUR) * 60;
}

/** `135` becomes `2 h 15 min`. */
export function formatDuration(minutes) {
  // TODO(round-minutes): the minutes are rounded after the hours have been split off,
  // so a walk of 119.7 minutes takes "1 h 60 min". Round first, then split.
  const hours = Math.floor(minutes / 60);
  const rest = Math.round(minutes % 60);
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
