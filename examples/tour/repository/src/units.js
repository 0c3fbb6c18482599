const METRES_PER_MILE = 1_609.344;

/** Metres below one kilometre, then kilometres with one digit: nobody walks 12.3456 km. */
export function formatDistance(metres, system = 'metric') {
  // TODO: yards below a mile, for those who still pace them out
  if (system === 'imperial') return `${(metres / METRES_PER_MILE).toFixed(1)} mi`;
  if (Math.round(metres) < 1_000) return `${Math.round(metres)} m`;
  return `${(metres / 1_000).toFixed(1)} km`;
}

/** Heights are whole metres or feet; a summit has no decimals. */
export function formatHeight(metres, system = 'metric') {
  return system === 'imperial' ? `${Math.round(metres / 0.3048)} ft` : `${Math.round(metres)} m`;
}
