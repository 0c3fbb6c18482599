export { formatDuration, walkingTime } from './duration.js';
export { readGpx } from './gpx.js';
export { bearing, compassName, distance } from './point.js';
export { skyline } from './profile.js';
export { summary } from './summary.js';
export { bounds, climb, length } from './track.js';
export { formatDistance, formatHeight } from './units.js';
export { passed } from './waymarks.js';
