/** What may be limited; cost in US dollars, time in milliseconds. */
export const LIMIT_NAMES = ['cost', 'tokens', 'timeMs'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];
