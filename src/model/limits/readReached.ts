import { isObject, parseJson } from '../../base/json.ts';
import type { PhaseId } from '../names/ids.ts';
import { PHASE_ID } from '../text/words.ts';
import { LIMIT_NAMES } from './limitNames.ts';
import type { Reached } from './limits.ts';

/** A damaged line says that some limit was reached. */
const SOME: Reached = { limit: 'timeMs', of: null, used: 0, most: 0 };

/** As a journal has it. */
export function readReached(text: string): Reached {
  const value = parseJson(text);
  if (!isObject(value)) return SOME;
  const { of, used, most } = value;
  const limit = LIMIT_NAMES.find((name) => name === value['limit']);
  const isPhase = of === null || (typeof of === 'string' && PHASE_ID.test(of));
  if (limit === undefined || !isPhase || typeof used !== 'number' || typeof most !== 'number') return SOME;
  return { limit, of: of as PhaseId | null, used, most };
}

export const renderReached = (of: Reached): string => JSON.stringify(of);
