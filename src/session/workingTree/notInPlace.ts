import { CairnError } from '../../base/cairnError.ts';
import type { Refusal } from '../../base/refusal.ts';
import type { SessionId } from '../../model/names/ids.ts';

/** Why a session cannot go on in a person's own working tree. */
export const notInPlace = (session: SessionId, refusal: Refusal): CairnError =>
  new CairnError('usage/not-possible', { act: 'resume-in-place', session, refusal });
