import type { AgentOutcome } from '../../../model/agent/agentOutcome.ts';
import { denialsOf, type Denial } from '../../../model/agent/denials.ts';
import type { JournalLine } from '../../../model/attempt/journal.ts';
import { askedNow } from '../../../model/gate/askedNow.ts';
import type { Asked } from '../../../model/gate/checkHolds.ts';
import { sayObstacle } from '../../../model/gate/obstacle.ts';
import { gateVerdict, type Verdict } from '../../../model/gate/verdict.ts';
import type { CommitId, TreeId } from '../../../model/names/ids.ts';
import type { ArtifactRecord, CheckRecord, PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { clearWay } from '../../checkpoint/clearWay.ts';
import { captureWork, type Captured } from '../../workingTree/captureWork.ts';
import { tipOf, type Context, type AtTip, type Drive } from '../../drive.ts';
import { withChanged } from './withChanged.ts';
import { changedFrom } from './changedFrom.ts';
import { judgeArtifacts } from './judgeArtifacts.ts';
import { openMarkers } from './openMarkers.ts';
import { runChecks } from './runChecks.ts';
import { approvedOf } from '../../record/approvedOf.ts';
import { approvedBefore } from '../../record/approvedBefore.ts';
import type { Beforehand } from '../../ports.ts';
import { lookAgain } from '../../workingTree/lookAgain.ts';
import { secretsBlanked } from '../../workingTree/withoutSecrets.ts';

/** A judged gate: the tree it is about, what each part said and the verdict. */
export interface Gate {
  readonly verdict: Verdict;
  readonly captured: Captured;
  /** What its changes are counted from. */
  readonly base: TreeId | CommitId;
  readonly artifacts: readonly ArtifactRecord[];
  /** Those promised artifacts that existed before. */
  readonly before: NonNullable<PhaseRecord['before']>;
  readonly checks: readonly CheckRecord[];
  /** Who has approved whatever holds, before there was anything to look at; null: nobody, or it needs no approval any more. */
  readonly beforehand: Beforehand | null;
}

/**
 * Runs the checks, builds the tree that they leave and judges the artifacts in it.
 *
 * Checks run before the tree is built, so that it includes what they change and every rule is judged on exactly the bytes that
 * would be published.
 *
 * @param said of work that was judged before by itself, and is merged now: what the checks said then (`alone`), and what they say
 *   now where nothing that they look at has changed since (`known`)
 */
export async function evaluateGate(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  agent: AgentOutcome,
  signal: AbortSignal,
  said: { readonly alone?: readonly CheckRecord[]; readonly known?: readonly CheckRecord[] | null } = {},
): Promise<Gate> {
  const checks = said.known ?? (agent.kind === 'completed' ? await runChecks(drive, phase, row, signal) : []);
  await lookAgain(drive, 'checks');
  await clearWay(drive, { phases: [row] });
  const captured = await capture(drive);
  return judgeTree(drive, phase, row, agent, { checks, captured, alone: said.alone ?? [] });
}

/** Where files of the engine were changed, something may stand in the way of those of any phase, too. */
async function capture(drive: Drive): Promise<Captured> {
  const { world, session, checkout } = drive;
  const take = (): Promise<Captured> =>
    captureWork(world, checkout.tree, session, 'leave', drive.throwIfStopRequested);
  const captured = await take();
  if (captured.strays.length === 0) return captured;
  checkout.shows = null;
  return (await clearWay(drive, { phases: drive.record.status.rows })) ? take() : captured;
}

/** Judges a tree on the checkpoint of this drive, whether it lies on disk or not. */
export async function judgeTree(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  agent: AgentOutcome,
  {
    checks: said,
    captured,
    alone = [],
  }: Pick<Gate, 'checks' | 'captured'> & { readonly alone?: readonly CheckRecord[] },
): Promise<Gate> {
  const { judged, artifacts, before } = await judgeArtifacts(drive, phase, row, captured);
  const base = await changedFrom(drive, row);
  const checks = await withChanged(drive, said, captured.tree);
  const needsApproval = phase.approval === 'required' && !isApproved(drive.record, row, artifacts);
  const beforehand = needsApproval
    ? await approvedBefore(phase, drive.state.beforehand, tipOf(drive).history)
    : null;
  const verdict = gateVerdict({
    agent,
    artifacts: judged,
    checks,
    rules: rulesOf(drive, phase, alone),
    secrets: captured.secrets,
    obstacles: [
      ...drive.checkout.obstacles.map(sayObstacle),
      ...(await openMarkers(drive, phase.id, captured.tree)),
    ],
    approval: needsApproval && beforehand === null ? 'required' : 'none',
    denials: await denialsIn(drive.world, (await drive.state.readJournal()).lines),
  });
  await drive.state.journal({
    type: 'gate-evaluated',
    at: drive.world.clock.now(),
    holds: verdict.kind !== 'fails',
    reasons: verdict.kind === 'fails' ? verdict.reasons : [],
  });
  drive.world.reached('attempt/gate-evaluated');
  return { verdict, captured, base, artifacts, before, checks, beforehand };
}

/** By name; what has passed by itself is not red as before where it is merged. */
function rulesOf(
  { record: { workflow, records } }: AtTip,
  phase: Phase,
  alone: readonly CheckRecord[],
): ReadonlyMap<string, Asked> {
  const known =
    alone.length === 0
      ? records
      : new Map<string, Pick<PhaseRecord, 'checks' | 'letBe'>>([
          ...records,
          [phase.id, { ...records.get(phase.id), checks: alone }],
        ]);
  return new Map(askedNow(phase, workflow.phases, known).map((check) => [check.name, check]));
}

/** A person approved these very artifacts, and the work was only merged since: no attempt came after that, nor another round. */
function isApproved(
  record: AtTip['record'],
  { phase, attempt }: StatusRow,
  artifacts: readonly ArtifactRecord[],
): boolean {
  const approved = approvedOf(record, phase);
  if (approved?.attempt !== attempt) return false;
  const same = new Set(approved.word.artifacts.map(({ path, blob }) => `${blob} ${path}`));
  return artifacts.every(({ path, blob }) => same.has(`${blob} ${path}`));
}

/** Reasons are published, and a command that an agent wanted to run may hold a secret. */
export async function denialsIn(
  { secrets }: Pick<Context['world'], 'secrets'>,
  lines: readonly JournalLine[],
): Promise<readonly Denial[]> {
  return Promise.all(
    denialsOf(lines).map(async ({ title, command, by }) => ({
      by,
      title: await secretsBlanked(secrets, title),
      ...(command === undefined ? {} : { command: await secretsBlanked(secrets, command) }),
    })),
  );
}
