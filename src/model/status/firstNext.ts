import type { PhaseId } from '../names/ids.ts';
import type { Status } from './status.ts';

/** The phase that people are told of where they are told of one; null when none is worked on or comes next. */
export const firstNext = ({ next }: Pick<Status, 'next'>): PhaseId | null => next?.[0] ?? null;
