import type { NotedStanding } from '../model/slot/standing.ts';
import type { SessionAbout } from '../session/ports.ts';

/** Until something is noted of how it stands. */
const UNKNOWN: NotedStanding = { phase: null, round: 1, stands: null, rests: null, since: null };

/** `about.json` with a change in it, of how its working tree stands part by part. */
export const noteAbout = (
  before: SessionAbout,
  change: Partial<SessionAbout>,
  stands?: Partial<NotedStanding>,
): SessionAbout => ({
  ...before,
  ...change,
  ...(stands === undefined ? {} : { standing: { ...(before.standing ?? UNKNOWN), ...stands } }),
});
