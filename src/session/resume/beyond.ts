import { hearWord } from '../decide/hearWord.ts';
import type { Beyond } from '../run/slots/workOn.ts';
import { takeUp } from './takeUp.ts';

/** What a run does with phases that were at work before, or of which people say something while it runs: a first one, too. */
export const beyond = (leftovers: 'rescue' | 'keep' | null): Beyond => ({
  takeUp: (at, phase, running, turns) => takeUp(at, phase, leftovers, running, turns),
  hear: hearWord,
});
