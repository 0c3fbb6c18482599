import type { StatusRow } from '../../model/status/status.ts';

/** What a phase waits with, told apart from what it waited with before: by round, attempt, and since when. */
export const askedAt = ({ round, attempt, updated }: StatusRow): string =>
  [round, attempt, updated].join(' ');

/** True if that is what a phase waits with whose row is like this, or what it came to wait with after that. */
export const isAskedSince = (asked: string, { updated }: Pick<StatusRow, 'updated'>): boolean =>
  (asked.split(' ').at(-1) ?? '') >= (updated ?? '');
