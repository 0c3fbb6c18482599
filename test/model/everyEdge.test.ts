import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encodeJournalLine } from '../../src/model/encodeJournalLine.ts';
import type { CommitId, PhaseId, Timestamp } from '../../src/model/ids.ts';
import type { JournalLine } from '../../src/model/journal.ts';
import { parseJournalLine } from '../../src/model/journalSchema.ts';
import { readAttempts } from '../../src/model/openAttempt.ts';
import { parseStatus } from '../../src/model/parseStatus.ts';
import { PHASE_TRANSITIONS, SESSION_TRANSITIONS } from '../../src/model/phaseMachine.ts';
import { planResume, type ResumeFacts, type ResumePlan } from '../../src/model/planResume.ts';
import { renderStatus } from '../../src/model/renderStatus.ts';
import { standingOf } from '../../src/model/standing.ts';
import { COMMITTED_STATUSES, type PhaseStatus, type Status } from '../../src/model/status.ts';
import { exampleStatus } from './exampleStatus.ts';

const phase = 'plan' as PhaseId;
const at = '2026-11-20T10:00:00.000Z' as Timestamp;
const begun: JournalLine = {
  type: 'attempt-begun',
  at,
  phase,
  attempt: 1,
  tip: 'ab'.repeat(20) as CommitId,
  resumed: false,
  head: null,
  agent: 'a',
  agentKind: 'command',
};
const ended: JournalLine = { type: 'agent-ended', at, outcome: 'completed', detail: null, ms: 1 };

/** What lies on the disk once a phase has a status that no checkpoint stores. */
interface Found {
  readonly lines: readonly JournalLine[];
  readonly tip?: Pick<ResumeFacts, 'state' | 'held'>;
}
const gate: NonNullable<Found['tip']> = { state: 'blocked', held: { phase, attempt: 1, by: 'gate' } };
const work: NonNullable<Found['tip']> = { state: 'waiting', held: { phase, attempt: 1, by: 'work' } };

function foundAfter(from: PhaseStatus, to: PhaseStatus): Found {
  if (to !== 'checking') return { lines: [begun], ...(from === 'blocked' ? { tip: gate } : {}) };
  // A gate that a resume tries writes nothing of that: who dies there is found where the try began, and it is tried again.
  if (from === 'blocked') return { lines: [], tip: gate };
  return from === 'waiting' ? { lines: [], tip: work } : { lines: [begun, ended] };
}

/** What is on the disk, read back by somebody who knows nothing else. */
const read = (lines: readonly JournalLine[]) =>
  readAttempts(lines.flatMap((line) => parseJournalLine(encodeJournalLine(line)) ?? []));
function next(lines: readonly JournalLine[], over: Partial<ResumeFacts> = {}): ResumePlan {
  const { open } = read(lines);
  return planResume({
    lease: 'free',
    state: 'running',
    remote: 'none',
    history: 'known',
    plan: 'same',
    isolation: 'worktree',
    head: 'same',
    held: null,
    open: open && { ...open, agentKind: open.agent.kind, agentEnded: open.ended !== null },
    retrying: null,
    treeDiffers: false,
    approvalVoid: null,
    said: { here: false, trust: false, acceptPlan: false, leftovers: null },
    ...over,
  });
}
const reread = (status: Status): Status => {
  const parsed = parseStatus('STATUS.md', renderStatus(status));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};

const edgesOf = <T extends string>(table: Readonly<Record<T, readonly T[]>>): readonly (readonly [T, T])[] =>
  (Object.keys(table) as T[]).flatMap((from) => table[from].map((to) => [from, to] as const));

describe('every edge is kept by a checkpoint or by the journal', () => {
  it.each(edgesOf(SESSION_TRANSITIONS))('[L2] of a session, %s → %s: in the checkpoint', (_from, to) => {
    expect(reread({ ...exampleStatus, state: to }).state).toBe(to);
  });

  const stored: readonly PhaseStatus[] = COMMITTED_STATUSES;
  const edges = edgesOf(PHASE_TRANSITIONS);
  it.each(edges.filter(([, to]) => stored.includes(to)))(
    '[L2] of a phase, %s → %s: in the checkpoint',
    (_from, to) => {
      const rows = exampleStatus.rows.map((row) => (row.phase === phase ? { ...row, status: to } : row));
      expect(reread({ ...exampleStatus, rows }).rows).toEqual(rows);
    },
  );

  it.each(edges.filter(([, to]) => !stored.includes(to)))(
    '[L2] of a phase, %s → %s: in the journal, as far as it changes what comes next',
    (from, to) => {
      const { lines, tip } = foundAfter(from, to);
      expect(next(lines, tip).do).toBe(to === 'checking' ? 'try-gate' : 'proceed');
      // But for the journal nobody would know.
      if (lines.length > 0) expect(next(lines, tip)).not.toEqual(next([], tip));
      const driven = { lease: { held: to !== 'interrupted' }, permissions: [], reading: read(lines) };
      expect(standingOf('running', driven).state).toBe(to === 'interrupted' ? 'interrupted' : 'running');
    },
  );
});

it('[L41] the format page shows the very transitions that hold', () => {
  const page = readFileSync('FORMAT.md', 'utf8');
  const section = page.slice(page.indexOf('## States'), page.indexOf('## Rules that'));
  const listed = [...section.matchAll(/^\| (session|phase) \| (\w+) \| (.*) \|$/gm)].map(
    ([, of, from, to]) => [of, from, (to ?? '').split(', ').filter((word) => word !== '-')],
  );
  expect(listed).toEqual([
    ...Object.entries(SESSION_TRANSITIONS).map(([from, to]) => ['session', from, to]),
    ...Object.entries(PHASE_TRANSITIONS).map(([from, to]) => ['phase', from, to]),
  ]);
});
