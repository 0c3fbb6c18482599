import { describe, expect, it, test } from 'vitest';
import type { CommitId, PhaseId, Timestamp } from '../../../src/model/names/ids.ts';
import type { JournalLine } from '../../../src/model/attempt/journal.ts';
import { notesToTell, sortNotes } from '../../../src/model/agent/steerNote.ts';

const at = '2026-11-20T10:00:00.000Z' as Timestamp;
const plan = 'plan' as PhaseId;
const build = 'build' as PhaseId;
const note = (id: string) => ({ id, at, by: 'Ann', text: `say ${id}` });
const held = (...ids: readonly string[]) => ({ notes: ids.map((id) => ({ ...note(id), attempt: 1 })) });
const taken = (id: string, phase: PhaseId = plan): JournalLine => ({
  type: 'note-taken',
  at,
  phase,
  attempt: 2,
  note: id,
});
const begun = (phase: PhaseId): JournalLine => ({
  type: 'attempt-begun',
  at,
  phase,
  attempt: 2,
  tip: 'ab'.repeat(20) as CommitId,
  resumed: false,
  head: null,
  agent: 'a',
});
const ended: JournalLine = { type: 'agent-ended', at, outcome: 'completed', detail: null, ms: 1 };
const ids = (notes: readonly { readonly id: string }[]): string => notes.map(({ id }) => id).join(' ');

describe('a note is', () => {
  it.each<
    [
      what: string,
      records: Parameters<typeof sortNotes>[1],
      lines: readonly JournalLine[],
      sorted: readonly [recorded: string, untold: string],
    ]
  >([
    ['untold when nothing names it', [], [], ['', 'a b c']],
    ['untold when a record holds others only', [{}, held('x')], [begun(plan)], ['', 'a b c']],
    ['told when the journal names it, for whatever phase', [], [taken('a'), taken('c', build)], ['', 'b']],
    ['recorded when the record of any phase holds it', [held('a'), {}, held('c')], [], ['a c', 'b']],
    ['recorded although a journal not cleared yet names it', [held('b')], [taken('b')], ['b', 'a c']],
    ['each where it is, in the order written', [held('c')], [taken('b'), taken('c')], ['c', 'a']],
    ['not there when its file is gone', [held('x')], [taken('y')], ['', 'a b c']],
  ])('%s', (_what, records, lines, sorted) => {
    const found = sortNotes([note('a'), note('b'), note('c')], records, lines);
    expect([ids(found.recorded), ids(found.untold)]).toEqual(sorted);
  });
});

test('an attempt is told the notes that its phase took, until an agent that was told them ended', () => {
  const written = [note('a'), note('b'), note('c')];
  const told = (...lines: readonly JournalLine[]): string => ids(notesToTell(lines, plan, written));
  expect(told(taken('b'), taken('a'), taken('c', build))).toBe('a b');
  expect(told(taken('a'), begun(plan), taken('b'))).toBe('a b');
  expect(told(taken('a'), begun(plan), ended, taken('b'))).toBe('b');
  expect(told(taken('a'), begun(build), ended)).toBe('a');
});
