import * as fc from 'fast-check';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../../src/model/names/ids.ts';
import { notesOf } from '../../src/model/status/notesOf.ts';
import { CHECKED, PHASE_STATUSES, SESSION_STATES } from '../../src/model/status/statusWords.ts';
import type { Status } from '../../src/model/status/status.ts';
import { titleOf } from '../../src/model/text/title.ts';
import { hostileText } from './hostileText.ts';

export const anyPhaseId = fc
  .oneof(fc.stringMatching(/^[a-z][a-z0-9-]{0,39}$/), fc.constantFrom('null', 'true', 'no', 'y'))
  .map((id) => id as PhaseId);
export const anySessionId = fc
  .oneof(fc.stringMatching(/^[a-z0-9][a-z0-9-]{2,62}$/), fc.constantFrom('123', '1e5', '2026-11-20', 'null'))
  .map((id) => id as SessionId);
export const anyCommit = fc
  .oneof(
    fc.stringMatching(/^[0-9a-f]{40}$/),
    fc.stringMatching(/^[0-9]{40}$/),
    fc.stringMatching(/^[0-9a-f]{64}$/),
  )
  .map((id) => id as CommitId);
export const anyTime = fc
  .date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString() as Timestamp);
export const anyPlan = fc.stringMatching(/^[0-9a-f]{64}$/).map((hex) => `sha256:${hex}`);
export const anyWorkflowName = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
export const anyTitle = hostileText.map(titleOf);

/** Any status that a session may have, with any notes that people may have written. */
export const anyStatus: fc.Arbitrary<Status> = fc
  .uniqueArray(anyPhaseId, { minLength: 1, maxLength: 6 })
  .chain((phases) =>
    fc.record({
      schema: fc.constant(3 as const),
      session: anySessionId,
      title: anyTitle,
      workflow: anyWorkflowName,
      plan: anyPlan,
      branch: anySessionId.map((id) => `cairn/${id}`),
      isolation: fc.constantFrom('worktree' as const, 'in-place' as const),
      base: anyCommit,
      seq: fc.integer({ min: 1, max: 100_000 }),
      state: fc.constantFrom(...SESSION_STATES),
      next: fc.option(fc.subarray(phases, { minLength: 1 })),
      checked: fc.option(fc.constantFrom(...CHECKED)),
      updated: anyTime,
      rows: fc.tuple(
        ...phases.map((phase, index) =>
          fc.record({
            number: fc.constant(index + 1),
            phase: fc.constant(phase),
            status: fc.constantFrom(...PHASE_STATUSES),
            round: fc.integer({ min: 1, max: 9 }),
            attempt: fc.nat(30),
            artifacts: fc
              .nat(20)
              .chain((promised) => fc.record({ present: fc.nat(promised), promised: fc.constant(promised) })),
            checked: fc.option(fc.constantFrom(...CHECKED)),
            updated: fc.option(anyTime),
          }),
        ),
      ),
      notes: hostileText.map((text) => notesOf(`## Notes\n${text}`)),
    }),
  );
