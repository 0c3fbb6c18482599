import { join } from 'node:path';
import { CairnError, type ErrorCode } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint.ts';
import { countEffects } from '../../model/effectsRecord.ts';
import { doubtsOf } from '../../model/effects/doubt.ts';
import { whyOf } from '../../model/gate/classifyCheck.ts';
import type { SessionId } from '../../model/ids.ts';
import { tallyAttempts } from '../../model/attemptTally.ts';
import { isByHand } from '../../model/agentNames.ts';
import { readUsage, sumUsage } from '../../model/usage.ts';
import { isSettled, type JournalReading } from '../../model/openAttempt.ts';
import { phaseTip } from '../../model/phaseBase.ts';
import { planCapture } from '../../model/planCapture.ts';
import type { JournalLine } from '../../model/journal.ts';
import { standingOf } from '../../model/standing.ts';
import { sessionRefs } from '../../model/places.ts';
import type { StatusRow } from '../../model/status.ts';
import { sortNotes } from '../../model/steerNote.ts';
import type { PhaseRecord } from '../../model/phaseRecord.ts';
import { addedBytes, sizeWarnings } from './addedBytes.ts';
import { artifactViews } from './artifactViews.ts';
import { agentWarnings } from './agentWarnings.ts';
import { readEffects } from '../effects/effectStore.ts';
import { damagedStatus } from './damagedSession.ts';
import { explainDamage } from '../record/damage.ts';
import { findSession, type FoundSession } from '../record/findSession.ts';
import { askedOf } from '../record/askedOf.ts';
import { permissionAsked } from './askedNow.ts';
import { glanceSession, readOnlyBecause } from './glanceSession.ts';
import { leftOut } from '../record/leftOut.ts';
import { readHistory } from '../record/history.ts';
import { recordBefore } from '../run/phaseRecordOf.ts';
import { seeHere } from './seeHere.ts';
import { viewRescues } from '../rescue/rescues.ts';
import type { Pending } from '../ports.ts';
import type { PhaseView, StatusView } from '../results.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';
import { SETUP_FAILED, SETUP_LOG } from '../run/runSetup.ts';
import { elsewhere } from '../workingTree/elsewhere.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { workOnTop } from '../workingTree/workOf.ts';
import { tipAsks, warningsOf } from './warningsOf.ts';
import type { World } from '../world.ts';

/** What cannot be read whole can be looked at. */
const SHOWN_ALL_THE_SAME: ReadonlySet<ErrorCode> = new Set([
  'data/newer-schema',
  'data/unknown-word',
  'data/corrupt',
  'data/schema-missing',
]);

/** Where a session stands, for people and machines. What a newer Cairn wrote is shown as far as it can be read. */
export async function sessionStatus(world: World, session: SessionId): Promise<StatusView> {
  try {
    return await statusOrGlance(world, await findSession(world, session));
  } catch (error) {
    const explained = await explainDamage(world, session, error);
    if (CairnError.is(explained, 'data/missing-object')) return damagedStatus(world, session, explained);
    throw error;
  }
}

async function statusOrGlance(world: World, found: FoundSession): Promise<StatusView> {
  const { session } = found;
  try {
    return await statusOf(world, await readSession(world.repository, session, found.ref, found.tip));
  } catch (error) {
    if (!(error instanceof CairnError) || !SHOWN_ALL_THE_SAME.has(error.code)) throw error;
    const glance = await glanceSession(world, found, readOnlyBecause(error));
    return { ...glance, readOnly: error.code === 'data/newer-schema' ? 'newer-schema' : 'unreadable' };
  }
}

async function statusOf(world: World, record: SessionRecord): Promise<StatusView> {
  const { session, status, workflow } = record;
  // Most of these are a process of git's own; none needs another, and a window asks every two seconds.
  const [history, seen, root, refs, notes, effects] = await Promise.all([
    readHistory(world.repository, record),
    seeHere(world, session),
    workingRoot(world, session),
    world.repository.refs([sessionRefs(session)]),
    world.state.of(session).notes.list(),
    readEffects(world, record),
  ]);
  const { lease, permissions, lines, reading } = seen;
  const { state, driven } = standingOf(status.state, seen);
  const { untold } = sortNotes(notes, record.records.values(), lines);
  const since = unpublished(lines, history);
  const [phases, pending, rescues, added, tipAsked, warned, asked] = await Promise.all([
    Promise.all(
      status.rows.map((row) => phaseView(world, record, history, row, { root, driven, reading, since })),
    ),
    workOnTop(world, session, root, record.tree, workflow.worktree.copy),
    viewRescues(world, session, refs),
    addedBytes(
      world,
      record,
      history,
      refs.map(({ commit }) => commit),
    ),
    tipAsks(world, record, history, root),
    warningsOf(world, record, history, root),
    question(world, record, root),
  ]);
  return {
    schema: 1,
    session,
    title: status.title,
    workflow: status.workflow,
    branch: status.branch,
    worktree: root,
    isolation: status.isolation,
    state,
    seq: status.seq,
    next: status.next,
    plan: status.plan,
    ...forkOf(history),
    leftovers: uncommitted(world, record, pending),
    phases,
    rescues,
    addedBytes: added,
    usage: sumUsage(phases.flatMap(({ usage }) => usage ?? [])),
    effects: countEffects(effects.effects),
    doubts: doubtsOf(effects).map(({ key, command, at, phase = null }) => ({ key, command, at, phase })),
    warnings: [...tipAsked, ...warned, ...sizeWarnings(world, added), ...agentWarnings(record, reading.open)],
    ...(tipAsked.length === 0 ? {} : { untrusted: true }),
    question: permissionAsked(permissions) ?? asked,
    permissions,
    notes: untold.map(({ at, by, text }) => ({ at, by, text })),
    ...(lease.held && reading.retrying?.until !== undefined ? { waitsUntil: reading.retrying.until } : {}),
    drivenBy: lease.held ? lease.by : null,
  };
}

/** What the session was forked from: each of its checkpoints says so. */
function forkOf([newest]: readonly Checkpoint[]): Pick<StatusView, 'forkedFrom'> {
  const from = newest?.trailers.forkedFrom ?? null;
  return from === null ? {} : { forkedFrom: from };
}

/** Files that the next checkpoint would take: one that none can hold, or that was left out, is told as not captured. */
function uncommitted(
  { settings }: Pick<World, 'settings'>,
  record: SessionRecord,
  pending: readonly Pending[],
): number {
  const left = leftOut(record);
  const { take } = planCapture(pending, { maxBytes: settings.maxFileBytes });
  return take.filter((path) => !left.has(path)).length;
}

interface Here {
  readonly root: string | null;
  readonly driven: boolean;
  readonly reading: JournalReading;
  /** What the journal knows and no checkpoint does. */
  readonly since: readonly JournalLine[];
}

/** A journal that was not cleared yet tells of attempts that the tip has counted already. */
function unpublished(lines: readonly JournalLine[], history: readonly Checkpoint[]): readonly JournalLine[] {
  const begun = lines.findLast((line) => line.type === 'attempt-begun');
  return begun === undefined || isSettled(begun.tip, history) ? [] : lines;
}

async function phaseView(
  world: World,
  record: SessionRecord,
  history: readonly Checkpoint[],
  row: StatusRow,
  here: Here,
): Promise<PhaseView> {
  const phase = record.workflow.phases.find((candidate) => candidate.id === row.phase);
  const known = recordBefore(record, row);
  const attempt = here.reading.open?.phase === row.phase ? here.reading.open.attempt : row.attempt;
  const blockedBy = row.status === 'blocked' ? whatBlocks(known) : null;
  return {
    number: row.number,
    id: row.phase,
    title: phase?.title ?? null,
    status: shownStatus(row, here),
    attempt,
    artifacts: await artifactViews(world, record, row, phase, here.root),
    updated: row.updated,
    ...closedAt(phaseTip(history, row.phase), record.session),
    checks: known.checks.map((check) => ({ name: check.name, outcome: check.outcome, ...whyOf(check) })),
    blockedBy,
    reasons: blockedBy === null ? [] : (known.attempts.at(-1)?.reasons ?? []),
    notCaptured: known.notCaptured,
    agent: agentOf(known, row, here.reading),
    usage: readUsage(tallyAttempts(known, here.since, row.phase, []).usage),
    output: outputFile(
      world,
      record.session,
      blockedBy === 'setup' ? 'setup' : { phase: row.phase, attempt },
    ),
  };
}

function closedAt(tip: Checkpoint | null, session: SessionId): Pick<PhaseView, 'commit' | 'inheritedFrom'> {
  if (tip === null || tip.trailers.session === session) return { commit: tip?.commit ?? null };
  return { commit: tip.commit, inheritedFrom: tip.trailers.session };
}

/** Of an attempt that is under way the version is not known before it has ended: that of the one before stands for it. */
function agentOf(known: PhaseRecord, row: StatusRow, { open }: JournalReading): PhaseView['agent'] {
  if (open === null || open.phase !== row.phase) return known.agent;
  const { name, kind } = open.agent;
  return known.agent?.name === name ? known.agent : { kind: kind ?? 'unknown', name, version: null };
}

/** The committed word, or how far the attempt is that this machine's journal leaves open. */
function shownStatus(row: StatusRow, { reading: { open }, driven }: Here): string {
  if (open === null || open.phase !== row.phase) return row.status;
  if (!driven) return 'interrupted';
  return open.ended === null ? 'running' : 'checking';
}

const whatBlocks = ({ attempts }: PhaseRecord): 'gate' | 'setup' =>
  attempts.at(-1)?.outcome === SETUP_FAILED ? 'setup' : 'gate';

function outputFile(
  { state }: World,
  session: SessionId,
  of: 'setup' | { readonly phase: string; readonly attempt: number },
): string | null {
  const outputs = join(state.of(session).folder, 'output');
  if (of === 'setup') return join(outputs, 'setup-0', SETUP_LOG);
  return of.attempt === 0 ? null : join(outputs, `${of.phase}-${of.attempt}`, 'agent.log');
}

const handOver = ({ workflow }: SessionRecord, row: StatusRow | undefined): { readonly handOver?: true } =>
  isByHand(workflow, row?.phase) ? {} : { handOver: true };

async function question(
  world: World,
  record: SessionRecord,
  root: string | null,
): Promise<StatusView['question']> {
  if (record.status.state !== 'waiting') return null;
  const row = record.status.rows.find((candidate) => candidate.status === 'waiting');
  const known = row === undefined ? undefined : record.records.get(row.phase);
  const asked = askedOf(known);
  const { text, options = [] } = known?.question ?? {
    text: `${row?.phase ?? 'The session'} waits for approval`,
  };
  const kind = asked === 'head' ? 'question' : asked;
  const moved = await elsewhere(world, record.session, root);
  return {
    text,
    options,
    kind,
    ...(moved === null ? {} : { back: moved.back }),
    ...(kind === 'work' ? handOver(record, row) : {}),
  };
}
