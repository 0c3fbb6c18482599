import type { CommitId, PhaseId } from '../../model/names/ids.ts';
import { phasesNamed } from '../../model/graph/openRound.ts';
import { isFinished, type NextStep } from '../../model/graph/planNext.ts';
import { heldUp } from '../../model/plan/wholeOf.ts';
import type { SessionState } from '../../model/status/statusWords.ts';
import { tipOf, type Drive, type Tip } from '../drive.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import { atOnce } from '../record/atOnce.ts';
import { heldOf, heldWork } from '../record/heldWork.ts';
import { phaseHere } from '../record/phaseHere.ts';
import { phasesBegun } from '../record/slotStates.ts';
import { triedAgain } from '../record/askedOf.ts';
import { headMoved } from '../workingTree/head.ts';
import { askWhereToGoOn } from './askWhereToGoOn.ts';
import { askOfCondition } from './next/askOfCondition.ts';
import { askOfLimit, limitBefore } from './next/askOfLimit.ts';
import { nextSteps } from './next/nextSteps.ts';
import { publishPlan } from './next/publishPlan.ts';
import { publishSkipped } from './next/publishSkipped.ts';
import type { Begins } from './runPhase.ts';
import { asideOver } from './slots/asideSlots.ts';
import { besideWork } from './slots/besideWork.ts';
import { Crew } from './slots/crew.ts';
import { broughtToTip, idleToTip } from './slots/takeSlot.ts';
import type { Beyond } from './slots/workOn.ts';

/** What the command said that started a run, and how its first attempt begins. */
export interface RunOptions extends Begins {
  readonly until: PhaseId | null;
}

/** Why a run ended. */
export type RunEnd = 'done' | 'paused' | 'waiting' | 'blocked';

/** The drive of the first slot; if `end` is set, the run ends there. */
interface Step {
  readonly drive: Drive;
  readonly end: RunEnd | null;
}

/**
 * Runs what is left of a session: again and again begins what may begin, skips what is not to run, and waits until a phase has ended.
 * Where phases run one by one, the first that waits or is blocked ends it; else it ends once nothing works and nothing may begin.
 *
 * @param told called with each drive of the first slot on a new tip
 */
export async function runGraph(
  first: Drive,
  options: RunOptions,
  signal: AbortSignal,
  beyond: Beyond,
  told: (drive: Drive) => void,
): Promise<Step & { readonly end: RunEnd }> {
  const tried = new Set(triedAgain(first.record));
  const crew = new Crew(await roomFor(first, options.until), options, signal, beyond);
  try {
    for (;;) {
      const step = await goOn(crew, tried, options, signal);
      told(crew.lead);
      if (step === null) continue;
      // It throws: what was cut short in a slot is the next resume's to bring to an end, and nobody's leftovers.
      if (crew.hasFailed) await crew.end();
      const drive = await broughtToTip(await asideOver(step.drive));
      await idleToTip(drive, crew.idle);
      return { ...step, drive };
    }
  } finally {
    await crew.end();
  }
}

/** The first slot, as it has to be for what begins first. */
export async function roomFor(first: Drive, until: PhaseId | null): Promise<Drive> {
  const here = await phaseHere(first);
  if (here === null) return first;
  const tried = new Set(triedAgain(first.record));
  const nobody = { lead: first, hasBegun: false, hasFailed: false, working: new Map() };
  if ((await endIn(nobody, until, tried)) !== null) return first;
  const [next] = await nextSteps({ ...first, ...tipOf(first) }, { ...nobody, tried });
  if (next === undefined) return first;
  const isOwn = next.phase.id === here;
  // Held work leaves a slot only; what has begun of a phase that is skipped is set aside where it lies.
  const isInTheWay =
    next.do === 'begin' ? !isOwn : heldWork(first.record) !== null || (!isOwn && hasRoom(first));
  return isInTheWay ? besideWork(first, here) : first;
}

/** In place there is one working tree: what is published without an attempt needs no other. */
const hasRoom = ({ isolation }: Drive): boolean => isolation === 'worktree';

/** Takes what comes next; answers where the run ends, null if it goes on. */
async function goOn(
  crew: Crew,
  tried: Set<PhaseId>,
  { until }: RunOptions,
  signal: AbortSignal,
): Promise<(Step & { readonly end: RunEnd }) | null> {
  await crew.stopPointless();
  await crew.hear();
  const { lead, ends } = crew;
  const end = await endIn(crew, until, tried);
  // What has come to its end is not stopped any more.
  if (end === null || !crew.hasBegun) {
    signal.throwIfAborted();
    await lead.throwIfStopRequested();
  }
  if (end === null) {
    const steps = await nextSteps({ ...lead, ...tipOf(lead) }, { working: crew.working, tried });
    if (steps.length > 0 && (await headMoved(lead)) === 'elsewhere') {
      const asked = await askWhereToGoOn(lead);
      return { drive: asked, end: endOf(asked) };
    }
    // In one working tree nothing is published while a phase is at work there.
    const now = lead.record.slot === undefined ? steps.slice(0, 1) : steps;
    if (await take(crew, now, tipOf(lead).record.commit, tried)) return null;
  }
  // Who has ended since is as much news as who ends from now on.
  const awaited = [...ends, ...crew.ends];
  if (awaited.length > 0) {
    await crew.oneEnded(awaited);
    return null;
  }
  return { drive: crew.lead, end: end ?? endOf(crew.lead) };
}

/**
 * Begins phases, or publishes what is decided of one without anybody at work; true where all else has to be decided anew.
 *
 * @param tip on which the steps were decided: others may have moved it meanwhile
 */
async function take(
  crew: Crew,
  steps: readonly NextStep[],
  tip: CommitId,
  tried: Set<PhaseId>,
): Promise<boolean> {
  const isPassed = (): boolean => tipOf(crew.lead).record.commit !== tip;
  const ready: Phase[] = [];
  for (const step of steps) {
    const publish = await publishing(crew.lead, step);
    if (isPassed()) return true;
    if (publish !== null && ready.length === 0)
      return crew.publish(async (at) => {
        // Whoever was before it in the line has moved the tip.
        if (isPassed()) return at;
        tried.delete(step.phase.id);
        return publish(at);
      });
    if (publish !== null) break;
    ready.push(step.phase);
  }
  for (const { id } of ready) tried.delete(id);
  await refuseInTheWay(crew.lead, ready);
  if (ready.length > 0) await crew.begin(ready);
  return ready.length > 0 && ready.length < steps.length;
}

/** @throws `usage/not-possible` in place, where what has begun of another phase would be taken in */
async function refuseInTheWay(lead: Drive, [phase]: readonly Phase[]): Promise<void> {
  const here = phase === undefined || hasRoom(lead) ? null : await phaseHere(lead);
  if (here !== null && here !== phase?.id) await besideWork(lead, here);
}

/** What is published for a step; null where its phase begins. */
async function publishing(lead: Drive, step: NextStep): Promise<((at: Drive) => Promise<Drive>) | null> {
  switch (step.do) {
    case 'skip':
      return (at) => publishSkipped(at, step);
    case 'expand':
      return (at) => publishPlan(at, step);
    case 'ask':
      return (at) => askOfCondition(at, step);
    case 'begin': {
      // What lies there of it may need no attempt: whoever takes that up asks before one begins.
      const limit = await limitBefore(lead, step.phase);
      if (limit === null || (await hasWork(lead, step.phase))) return null;
      return (at) => askOfLimit(at, step.phase, limit);
    }
  }
}

/** Where phases work side by side, what an earlier run has left of each is dealt with in its slot. */
async function hasWork(lead: Drive, { id }: Phase): Promise<boolean> {
  if (lead.record.slot === undefined) return false;
  const tip = tipOf(lead);
  return heldOf(tip.record, id) !== null || (await phasesBegun(lead.world, tip)).has(id);
}

/** Why nothing more is begun; null if something may be. */
async function endIn(
  crew: Pick<Crew, 'lead' | 'hasBegun' | 'hasFailed' | 'working'>,
  until: PhaseId | null,
  tried: ReadonlySet<PhaseId>,
): Promise<RunEnd | null> {
  const { lead, hasBegun, working } = crew;
  const { record } = tipOf(lead);
  if (record.status.state === 'done') return 'done';
  if (hasCome(record, until)) return 'paused';
  if (record.status.state === 'cancelled') return endOf(lead);
  const left = record.status.rows.filter(({ phase }) => !tried.has(phase) && !working.has(phase));
  if (atOnce(lead.isolation, record.workflow) === 1 && heldUp(left) !== null) return endOf(lead);
  if (crew.hasFailed) return 'blocked';
  const asked = hasBegun ? await lead.state.requests(lead.lease.epoch) : [];
  return asked.includes('pause') ? 'paused' : null;
}

/** A phase that is repeated has been come to when all its items have. */
function hasCome({ status, workflow }: Tip['record'], until: PhaseId | null): boolean {
  if (until === null) return false;
  const meant = new Set([until, ...phasesNamed(workflow.phases, until)]);
  const rows = status.rows.filter(({ phase }) => meant.has(phase));
  return rows.length > 0 && rows.every((row) => isFinished(row.status));
}

export function endOf(drive: Drive): RunEnd {
  const { state, rows } = tipOf(drive).record.status;
  // Where it was published, others could have begun.
  return state === 'running' ? (heldUp(rows)?.state ?? 'paused') : END[state];
}

const END: Readonly<Record<Exclude<SessionState, 'running'>, RunEnd>> = {
  done: 'done',
  waiting: 'waiting',
  blocked: 'blocked',
  cancelled: 'blocked',
};
