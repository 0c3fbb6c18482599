import { formatDuration, walkingTime } from './duration.js';
import { bearing, compassName } from './point.js';
import { skyline } from './profile.js';
import { climb, length } from './track.js';
import { formatDistance, formatHeight } from './units.js';
import { passed } from './waymarks.js';

/** What a walker wants to know the evening before, as lines of text. */
export function summary({ points, waymarks }, system = 'metric') {
  const metres = length(points);
  const { up, down } = climb(points);
  return [
    skyline(points),
    `${formatDistance(metres, system)}, ${formatHeight(up, system)} up, ${formatHeight(down, system)} down`,
    `about ${formatDuration(walkingTime({ length: metres, up }))}, setting out ${compassName(bearing(points[0], points[1]))}`,
    ...passed(points, waymarks).map(({ name, at }) => `  ${formatDistance(at, system)}  ${name}`),
  ];
}
