import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECKPOINT_KINDS, type CheckpointKind, type Trailers } from '../../src/model/checkpoint/trailers.ts';
import { parseTrailers, renderCheckpoint } from '../../src/model/checkpoint/checkpointMessage.ts';
import { encodeJournalLine } from '../../src/model/attempt/encodeJournalLine.ts';
import { attemptEnd } from '../../src/model/attempt/attemptEnd.ts';
import type { CommitId, PhaseId, Timestamp } from '../../src/model/names/ids.ts';
import type { JournalLine } from '../../src/model/attempt/journal.ts';
import { parseJournalLine } from '../../src/model/attempt/journal.ts';
import { readAttempts } from '../../src/model/attempt/openAttempt.ts';
import { parseStatus } from '../../src/model/status/parseStatus.ts';
import { PHASE_TRANSITIONS, SESSION_TRANSITIONS } from '../../src/model/plan/phaseMachine.ts';
import { planResume, type ResumePlan } from '../../src/model/plan/planResume.ts';
import type { ResumeFacts } from '../../src/model/plan/resumeFacts.ts';
import { renderStatus } from '../../src/model/status/renderStatus.ts';
import { stateHere } from '../../src/model/attempt/stateHere.ts';
import { COMMITTED_STATUSES, type PhaseStatus } from '../../src/model/status/statusWords.ts';
import type { Status } from '../../src/model/status/status.ts';
import { exampleStatus } from './exampleStatus.ts';
import { quietResume } from './quietResume.ts';

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
    ...quietResume,
    open: open && {
      ...open,
      retries: 0,
      agentKind: open.agent.kind,
      ended: open.ended && attemptEnd(open.ended),
    },
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

/** The checkpoints that hold an edge, by the kinds that publish it, or the lines of the journal that do. */
type Keeper = CheckpointKind | JournalLine['type'];
type Keepers = Readonly<Record<string, readonly Keeper[]>>;

const SESSION_KEPT_BY: Keepers = {
  'running → running': ['phase', 'edit', 'rejection'],
  'running → waiting': ['waiting', 'edit'],
  'running → blocked': ['blocked'],
  'running → done': ['phase', 'skipped', 'edit'],
  'running → cancelled': ['closed'],
  'waiting → running': ['approval', 'rejection', 'answer', 'phase', 'edit'],
  'waiting → waiting': ['edit', 'waiting'],
  'waiting → blocked': ['blocked'],
  'waiting → done': ['approval', 'phase'],
  'waiting → cancelled': ['closed'],
  'blocked → running': ['phase', 'edit'],
  'blocked → waiting': ['waiting', 'edit'],
  'blocked → blocked': ['blocked', 'edit'],
  'blocked → done': ['phase'],
  'blocked → cancelled': ['closed'],
  'done → running': ['edit'],
  'done → done': ['edit'],
};

const PHASE_KEPT_BY: Keepers = {
  'pending → running': ['attempt-begun'],
  'pending → checking': ['attempt-begun', 'agent-ended'],
  'pending → skipped': ['skipped'],
  'pending → blocked': ['blocked'],
  'pending → cancelled': ['closed'],
  'running → running': ['attempt-begun'],
  'running → checking': ['attempt-begun', 'agent-ended'],
  'running → waiting': ['waiting'],
  'running → blocked': ['blocked'],
  'running → interrupted': ['attempt-begun'],
  'running → cancelled': ['closed'],
  'checking → done': ['phase'],
  'checking → waiting': ['waiting'],
  'checking → running': ['attempt-begun'],
  'checking → pending': ['round'],
  'checking → blocked': ['blocked'],
  'checking → interrupted': ['attempt-begun'],
  'checking → cancelled': ['closed'],
  'waiting → done': ['approval', 'phase'],
  'waiting → pending': ['rejection', 'answer'],
  'waiting → running': ['attempt-begun'],
  // A try of the gate at a person's word writes nothing before its end: the checkpoint that it began from says it all.
  'waiting → checking': ['waiting'],
  'waiting → waiting': ['edit', 'waiting'],
  'waiting → blocked': ['blocked'],
  'waiting → cancelled': ['closed'],
  'done → waiting': ['edit'],
  'done → pending': ['round'],
  'skipped → pending': ['round'],
  'blocked → checking': ['blocked'],
  'blocked → running': ['attempt-begun'],
  'blocked → waiting': ['waiting'],
  'blocked → pending': ['edit'],
  'blocked → blocked': ['blocked'],
  'blocked → cancelled': ['closed'],
  'interrupted → running': ['attempt-begun'],
  'interrupted → checking': ['attempt-begun', 'agent-ended'],
  'interrupted → waiting': ['waiting', 'edit'],
  'interrupted → blocked': ['blocked'],
  'interrupted → pending': ['edit'],
  'interrupted → cancelled': ['closed'],
};

const trailersOf = (kind: CheckpointKind, state: Status['state']): Trailers => ({
  schema: 3,
  checked: null,
  session: exampleStatus.session,
  seq: 2,
  kind,
  state,
  phase,
  attempt: 1,
  round: 1,
  waiting: null,
  next: [phase],
  title: 'Add login',
  workflow: 'feature',
  plan: exampleStatus.plan,
  effects: 0,
  engine: 'cairn/0.1.0',
  updated: at,
  forkedFrom: null,
  held: null,
  restored: null,
});
/** What somebody finds of a checkpoint who knows nothing else. */
const found = (kind: CheckpointKind, status: Status) => ({
  trailers: parseTrailers(renderCheckpoint('x', '', trailersOf(kind, status.state))),
  status: reread(status),
});
const kindsOf = (keepers: readonly Keeper[] = []): readonly CheckpointKind[] =>
  CHECKPOINT_KINDS.filter((kind) => keepers.includes(kind));

describe('every edge is kept by a checkpoint or by the journal', () => {
  const named = (edges: readonly (readonly [string, string])[]): readonly string[] =>
    edges.map((edge) => edge.join(' → ')).toSorted();
  const sessionEdges = edgesOf(SESSION_TRANSITIONS);
  const edges = edgesOf(PHASE_TRANSITIONS);

  it('[L2] of each edge it is said which kind of checkpoint or which line of the journal keeps it', () => {
    expect(Object.keys(SESSION_KEPT_BY).toSorted()).toEqual(named(sessionEdges));
    expect(Object.keys(PHASE_KEPT_BY).toSorted()).toEqual(named(edges));
    // A kind that keeps no edge brings a whole status of its own.
    const keeping = new Set([SESSION_KEPT_BY, PHASE_KEPT_BY].flatMap((of) => Object.values(of).flat()));
    expect(CHECKPOINT_KINDS.filter((kind) => !keeping.has(kind))).toEqual([
      'opened',
      'plan',
      'restore',
      'fork',
    ]);
  });

  it.each(sessionEdges)('[L2] of a session, %s → %s: in the checkpoint', (from, to) => {
    const kinds = kindsOf(SESSION_KEPT_BY[`${from} → ${to}`]);
    expect(kinds).not.toEqual([]);
    for (const kind of kinds)
      expect(found(kind, { ...exampleStatus, state: to })).toMatchObject({
        trailers: { kind, state: to },
        status: { state: to },
      });
  });

  const stored: readonly PhaseStatus[] = COMMITTED_STATUSES;
  it.each(edges.filter(([, to]) => stored.includes(to)))(
    '[L2] of a phase, %s → %s: in the checkpoint',
    (from, to) => {
      const kinds = kindsOf(PHASE_KEPT_BY[`${from} → ${to}`]);
      expect(kinds).not.toEqual([]);
      const rows = exampleStatus.rows.map((row) => (row.phase === phase ? { ...row, status: to } : row));
      for (const kind of kinds)
        expect(found(kind, { ...exampleStatus, rows })).toMatchObject({
          trailers: { kind, phase },
          status: { rows },
        });
    },
  );

  it.each(edges.filter(([, to]) => !stored.includes(to)))(
    '[L2] of a phase, %s → %s: in the journal, as far as it changes what comes next',
    (from, to) => {
      const { lines, tip } = foundAfter(from, to);
      const kept = PHASE_KEPT_BY[`${from} → ${to}`];
      expect(lines.length > 0 ? lines.map(({ type }) => type) : [tip?.state]).toEqual(kept);
      expect(next(lines, tip).do).toBe(to === 'checking' ? 'try-gate' : 'proceed');
      // But for the journal nobody would know.
      if (lines.length > 0) expect(next(lines, tip)).not.toEqual(next([], tip));
      const slots = [{ reading: read(lines) }];
      const driven = { lease: { held: to !== 'interrupted' }, permissions: [], slots };
      expect(stateHere('running', driven).state).toBe(to === 'interrupted' ? 'interrupted' : 'running');
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
