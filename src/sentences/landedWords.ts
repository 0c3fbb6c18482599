import type { LandedFacts } from '../session/results.ts';

/** Where a session was landed as it is now: `on the branch add-login`. Null where it was not. */
export const landedWords = ({ landed, landedOn }: LandedFacts): string | null =>
  landed === undefined
    ? null
    : landedOn === undefined
      ? 'as uncommitted changes in the working tree'
      : `on the branch ${landedOn}`;
