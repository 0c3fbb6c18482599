import { sayPlace } from './condition.ts';
import { listed } from '../../base/listed.ts';
import { cutTo } from '../text/oneLine.ts';
import type { Skipped } from './planNext.ts';

/** Why a phase is skipped, in one line for a commit and a table. */
export function saySkipped(because: Skipped): string {
  if ('needs' in because) return `All that it needs was skipped: ${listed(because.needs, 5)}.`;
  const place = sayPlace(because);
  if (because.said === true) return `A person said so, asked about ${place}.`;
  if (because.stoppedBy !== undefined) return `${because.stoppedBy} stopped the session, by ${place}.`;
  return `${place} ${sayFound(because)}.`;
}

/** `is "low"`, or that there is no such value. */
export function sayFound({ found }: { readonly found?: unknown }): string {
  return found === undefined ? 'is not there' : `is ${cutTo(JSON.stringify(found), 120)}`;
}
