import { listed } from '../../base/listed.ts';
import { shownLine } from '../text/oneLine.ts';
import type { Skipped } from './planNext.ts';

/** Why a phase is skipped, in one line for a commit and a table. */
export function saySkipped(because: Skipped): string {
  if ('needs' in because) return `What it needs was skipped: ${listed(because.needs, 5)}.`;
  const { file, at, stop, byPerson } = because;
  const by = stop === undefined ? '' : `${stop} stopped the session: `;
  if (byPerson === true) return `${by}A person said so, who was asked about ${file}.`;
  return `${by}${file}${at === '' ? '' : ` ${at}`} ${sayFound(because)}.`;
}

/** `is "low"`, or that there is no such value. */
export function sayFound({ found }: { readonly found?: unknown }): string {
  return found === undefined ? 'is not there' : `is ${shownLine(JSON.stringify(found), 120)}`;
}
