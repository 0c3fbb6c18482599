import { isObject } from '../../base/json.ts';
import type { Found } from '../parsing/issueProblems.ts';

/** How long the lists of a workflow file may be: each rule about phases looks at all of them. */
export const MOST_PHASES = 2000;
export const MOST_ARTIFACTS = 1000;
export const MOST_CHECKS = 100;

const OF_A_PHASE: Readonly<Record<string, number>> = {
  needs: MOST_PHASES,
  artifacts: MOST_ARTIFACTS,
  checks: MOST_CHECKS,
};

/** Lists that are longer, of a file that nothing else is known of yet: no other rule is asked about it then. */
export function tooMany(file: unknown): readonly Found[] {
  if (!isObject(file)) return [];
  const phases = file['phases'];
  const found = longer(file, 'phases', MOST_PHASES, []);
  if (found.length > 0 || !Array.isArray(phases)) return found;
  return phases.flatMap((phase: unknown, index) =>
    isObject(phase)
      ? Object.entries(OF_A_PHASE).flatMap(([key, most]) => longer(phase, key, most, ['phases', index]))
      : [],
  );
}

function longer(
  of: Readonly<Record<string, unknown>>,
  key: string,
  most: number,
  path: readonly PropertyKey[],
): readonly Found[] {
  const list = of[key];
  if (!Array.isArray(list) || list.length <= most) return [];
  return [{ path, key, message: `"${key}" has ${list.length} entries, and may have ${most}` }];
}
