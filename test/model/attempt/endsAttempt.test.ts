import { describe, expect, test } from 'vitest';
import { isClosed, openLines, resetsJournal } from '../../../src/model/attempt/endsAttempt.ts';
import type { JournalLine } from '../../../src/model/attempt/journal.ts';
import type { Checkpoint } from '../../../src/model/checkpoint/checkpoint.ts';
import type { CommitId, PhaseId, Timestamp } from '../../../src/model/names/ids.ts';
import type { StatusRow } from '../../../src/model/status/status.ts';

const phase = 'plan' as PhaseId;
const begun = (tip: string) => ({ tip: tip as CommitId, phase, attempt: 2 });
const chain = (
  ...kinds: readonly (readonly [string, string | null, number?, string?])[]
): readonly Checkpoint[] =>
  kinds.map(
    ([kind, of, attempt = 2, held = null], index) =>
      ({
        commit: `c${kinds.length - index}`,
        trailers: { kind, phase: of, attempt, held },
      }) as unknown as Checkpoint,
  );
const opened = ['opened', null] as const;

describe('an attempt has ended', () => {
  test.each([
    ['never by the checkpoint that it began on', 'c1', chain(opened), false],
    ['by a checkpoint on top of that', 'c1', chain(['phase', 'plan'], opened), true],
    ['not by a changed workflow', 'c1', chain(['edit', null], opened), false],
    ['by an edit that concerns its phase', 'c1', chain(['edit', 'plan'], opened), true],
    ['when nobody knows what it began on', 'gone', chain(opened), true],
    ['by a question that it ended with', 'c1', chain(['waiting', 'plan'], opened), true],
    [
      'not by a question before the next one, and its answer',
      'c1',
      chain(['answer', 'plan', 1], ['waiting', 'plan', 1], opened),
      false,
    ],
    [
      'by a question that an earlier one ended with elsewhere: that holds its work',
      'c1',
      chain(['answer', 'plan', 1], ['waiting', 'plan', 1, 'h'], opened),
      true,
    ],
    ['by whatever closes the phase', 'c1', chain(['skipped', 'plan', 1], opened), true],
    ['not by what becomes of another phase', 'c1', chain(['phase', 'left'], opened), false],
    ['not where another phase is skipped', 'c1', chain(['skipped', 'left', 0], opened), false],
    ['not where another phase is asked about', 'c1', chain(['waiting', 'left', 0], opened), false],
    ['by a restore', 'c1', chain(['restore', 'left'], opened), true],
    ['when the session is closed', 'c1', chain(['closed', null], opened), true],
  ] as const)('%s', (_name, tip, history, ended) => {
    expect(isClosed(begun(tip), history)).toBe(ended);
  });
});

describe('a journal begins anew', () => {
  const none = { kind: 'waiting', phase, attempt: 2, held: null, takesWork: false, isBehind: false };
  const behind = { ...none, isBehind: true };
  test.each([
    ['with a checkpoint that takes all that lies there', { ...behind, phase: 'left', takesWork: true }, true],
    ['with what becomes of its phase', none, true],
    ['with that also where others have passed it', behind, true],
    ['not with what becomes of another phase', { ...none, phase: 'left' }, false],
    ['not with another plan', { ...none, kind: 'edit', phase: null }, false],
    ['not with a question before its attempt', { ...none, attempt: 1 }, false],
    ['as the session is closed', { ...none, kind: 'closed', phase: null }, true],
    ['not with that while others have passed it', { ...behind, kind: 'closed', phase: null }, false],
  ] as const)('%s', (_name, by, isReset) => {
    expect(resetsJournal(by, { phase, attempt: 2 })).toBe(isReset);
  });

  test.each([
    ['where none has begun there', none, true],
    ['but not where others have passed it', behind, false],
  ] as const)('%s', (_name, by, isReset) => {
    expect(resetsJournal(by, null)).toBe(isReset);
  });
});

describe('what a journal says is open', () => {
  const at = '2026-11-20T10:00:00.000Z' as Timestamp;
  const lines = [
    { type: 'attempt-begun', at, phase, attempt: 2, tip: 'c1' },
    { type: 'attempt-failed', at, outcome: 'completed', reasons: ['no'] },
  ] as unknown as readonly JournalLine[];
  const rows = [{ phase, round: 2 }] as unknown as readonly StatusRow[];

  test.each([
    ['where phases run one by one', null, true],
    ['in the slot of its phase', { phase, round: 2 }, true],
    ['not in one that is nobody’s', { phase: null, round: 1 }, false],
    ['not in one that is another’s', { phase: 'left' as PhaseId, round: 2 }, false],
    ['not of an earlier round', { phase, round: 1 }, false],
  ] as const)('%s', (_name, slot, isOpen) => {
    expect(openLines(lines, { newestFirst: chain(opened), rows, slot })).toEqual(isOpen ? lines : []);
  });

  test('until a checkpoint has ended it, and on one that is not known yet', () => {
    const of = (newestFirst: readonly Checkpoint[]) => openLines(lines, { newestFirst, rows, slot: null });
    expect(of(chain(['phase', 'plan'], opened))).toEqual([]);
    expect(of([])).toEqual(lines);
  });
});
