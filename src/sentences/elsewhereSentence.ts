import type { Outcome } from '../session/results.ts';

/** In place, with HEAD where nothing can be approved or captured: what to do about that first. */
export const elsewhereSentence = ({ was, now, back }: NonNullable<Outcome['elsewhere']>): string =>
  `HEAD was on ${was} and is now on ${now}. Go back there first: \`${back}\`.`;
