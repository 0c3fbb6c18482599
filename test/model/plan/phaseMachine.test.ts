import { describe, expect, it } from 'vitest';
import { CairnError } from '../../../src/base/cairnError.ts';
import {
  assertTransition,
  PHASE_TRANSITIONS,
  SESSION_TRANSITIONS,
} from '../../../src/model/plan/phaseMachine.ts';
import { PHASE_STATUSES, SESSION_STATES } from '../../../src/model/status/statusWords.ts';

/** All legal moves, said again; everything else must be refused. */
const LEGAL_SESSION = `
running waiting blocked done cancelled <- running
running waiting blocked done cancelled <- waiting
running waiting blocked done cancelled <- blocked
running done <- done
`;
const LEGAL_PHASE = `
running checking skipped blocked cancelled <- pending
running checking waiting blocked interrupted cancelled <- running
done waiting running pending blocked interrupted cancelled <- checking
done pending running checking waiting blocked cancelled <- waiting
waiting pending <- done
pending <- skipped
checking running waiting pending blocked cancelled <- blocked
running checking waiting blocked pending cancelled <- interrupted
`;
const legal = (table: string): ReadonlySet<string> =>
  new Set(
    table
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [targets = '', from = ''] = line.split(' <- ');
        return targets.split(' ').map((to) => `${from} ${to}`);
      }),
  );
const allowed = (act: () => void): boolean => {
  try {
    act();
    return true;
  } catch (error) {
    expect(CairnError.is(error, 'internal/unexpected')).toBe(true);
    return false;
  }
};

describe('[A23, L41] the transition tables', () => {
  it.each(SESSION_STATES.flatMap((from) => SESSION_STATES.map((to) => [from, to] as const)))(
    'hold for a session: %s → %s',
    (from, to) => {
      expect(allowed(() => assertTransition('session', from, to))).toBe(
        legal(LEGAL_SESSION).has(`${from} ${to}`),
      );
    },
  );

  it.each(PHASE_STATUSES.flatMap((from) => PHASE_STATUSES.map((to) => [from, to] as const)))(
    'hold for a phase: %s → %s',
    (from, to) => {
      expect(allowed(() => assertTransition('phase', from, to))).toBe(
        legal(LEGAL_PHASE).has(`${from} ${to}`),
      );
    },
  );

  it('lead out of what is final only by restore and fork, which are no transitions', () => {
    expect([SESSION_TRANSITIONS.cancelled, PHASE_TRANSITIONS.cancelled]).toEqual([[], []]);
  });

  it('refuse a word that is not in them, also one that every object has', () => {
    expect(allowed(() => assertTransition('session', 'constructor' as 'running', 'done'))).toBe(false);
    expect(allowed(() => assertTransition('phase', 'running', 'failed' as 'done'))).toBe(false);
  });

  it('reach every status from pending', () => {
    const seen = new Set(['pending']);
    for (const from of seen) for (const to of PHASE_TRANSITIONS[from as 'pending']) seen.add(to);
    expect([...seen].sort()).toEqual([...PHASE_STATUSES].sort());
  });
});
