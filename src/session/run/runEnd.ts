/** Why the run of a session came to its end. */
export type RunEnd = { readonly end: 'done' | 'paused' | 'waiting' | 'blocked' };
