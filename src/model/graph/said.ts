/** What a person may say of a phase about which nobody else can decide. */
export const SAID = ['run', 'skip', 'all', 'first'] as const;

export type Said = (typeof SAID)[number];
