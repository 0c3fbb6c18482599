import { join } from 'node:path';
import type { AgentOutcome } from '../../../model/agent/agentOutcome.ts';
import { denialsOf, type Denial } from '../../../model/agent/denials.ts';
import { classifyCheck, whyOf } from '../../../model/gate/classifyCheck.ts';
import { sayObstacle } from '../../../model/gate/obstacle.ts';
import { gateVerdict, type Verdict } from '../../../model/gate/verdict.ts';
import type { CommitId, TreeId } from '../../../model/names/ids.ts';
import type { ArtifactRecord, CheckRecord, PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { CheckRule, Phase } from '../../../model/workflow/workflow.ts';
import { clearWay } from '../../checkpoint/clearWay.ts';
import { captureWork, type Captured } from '../../workingTree/captureWork.ts';
import type { Context, AtTip, Drive } from '../../drive.ts';
import { judgeArtifacts } from './judgeArtifacts.ts';
import { openMarkers } from './openMarkers.ts';
import { lookAgain } from '../../workingTree/lookAgain.ts';
import { environmentOf } from '../attempt/environmentOf.ts';
import { phaseStart } from '../../record/sessionMove.ts';
import { newestPacket } from '../../record/newestPacket.ts';
import { secretsBlanked, withoutSecrets } from '../../workingTree/withoutSecrets.ts';
import { watchGit } from '../../workingTree/watchGit.ts';

/** A judged gate: the tree it is about, what each part said and the verdict. */
export interface Gate {
  readonly verdict: Verdict;
  readonly captured: Captured;
  /** The tree that the phase began on. */
  readonly base: TreeId | CommitId;
  readonly artifacts: readonly ArtifactRecord[];
  /** Those promised artifacts that existed before. */
  readonly before: NonNullable<PhaseRecord['before']>;
  readonly checks: readonly CheckRecord[];
}

/**
 * Runs the checks, builds the tree that they leave and judges the artifacts in it.
 *
 * Checks run before the tree is built, so that it includes what they change and every rule is judged on exactly the bytes that
 * would be published.
 *
 * @param known what the checks said, where nothing that they look at has changed since
 */
export async function evaluateGate(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  agent: AgentOutcome,
  signal: AbortSignal,
  known: readonly CheckRecord[] | null = null,
): Promise<Gate> {
  const checks = known ?? (agent.kind === 'completed' ? await checksOf(drive, phase, row, signal) : []);
  await lookAgain(drive, 'checks');
  await clearWay(drive, row);
  const captured = await captureWork(
    drive.world,
    drive.checkout.tree,
    drive.session,
    'leave',
    drive.throwIfStopRequested,
  );
  const { judged, artifacts, before } = await judgeArtifacts(drive, phase, row, captured);
  const { repository } = drive.world;
  const base = (await phaseStart(repository, drive.session, drive.history, row)) ?? drive.record.commit;
  const verdict = gateVerdict({
    agent,
    artifacts: judged,
    checks,
    secrets: captured.secrets,
    obstacles: [
      ...drive.checkout.obstacles.map(sayObstacle),
      ...(await openMarkers(drive, phase.id, captured.tree)),
    ],
    approval: isApproved(drive.record, row, artifacts) ? 'none' : phase.approval,
    denials: await denials(drive),
  });
  await drive.state.journal({
    type: 'gate-evaluated',
    at: drive.world.clock.now(),
    holds: verdict.kind !== 'fails',
    reasons: verdict.kind === 'fails' ? verdict.reasons : [],
  });
  drive.world.reached('attempt/gate-evaluated');
  return { verdict, captured, base, artifacts, before, checks };
}

/** A person approved these very artifacts, and the work was only merged since. */
function isApproved(
  { records }: AtTip['record'],
  { phase, attempt }: StatusRow,
  artifacts: readonly ArtifactRecord[],
): boolean {
  const known = records.get(phase);
  const word = known?.approvals.at(-1);
  if (known?.status !== 'pending' || known.attempt !== attempt || word?.decision !== 'approved') return false;
  const same = new Set(word.artifacts.map(({ path, blob }) => `${blob} ${path}`));
  return artifacts.every(({ path, blob }) => same.has(`${blob} ${path}`));
}

/** Reasons are published, and a command that an agent wanted to run may hold a secret. */
async function denials({ state, world }: Context): Promise<readonly Denial[]> {
  const { lines } = await state.readJournal();
  return Promise.all(
    denialsOf(lines).map(async ({ title, command, by }) => ({
      by,
      title: await secretsBlanked(world.secrets, title),
      ...(command === undefined ? {} : { command: await secretsBlanked(world.secrets, command) }),
    })),
  );
}

async function checksOf(...of: Parameters<typeof runChecks>): ReturnType<typeof runChecks> {
  const [drive, { checks }] = of;
  if (checks.length === 0) return [];
  const tellGit = await watchGit(drive, 'the checks');
  try {
    return await runChecks(...of);
  } finally {
    await tellGit();
  }
}

async function runChecks(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  signal: AbortSignal,
): Promise<readonly CheckRecord[]> {
  const records: CheckRecord[] = [];
  for (const [index, check] of phase.checks.entries()) {
    drive.world.onProgress({ type: 'check', phase: phase.id, name: check.name });
    const record = await runCheck(drive, phase, row, check, index + 1, signal);
    drive.world.onProgress({
      type: 'check-ended',
      phase: phase.id,
      name: check.name,
      outcome: record.outcome,
      ms: record.ms,
      ...whyOf(record),
    });
    records.push(record);
  }
  return records;
}

async function runCheck(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  check: CheckRule,
  n: number,
  signal: AbortSignal,
): Promise<CheckRecord> {
  const { processes, clock } = drive.world;
  const folder = await drive.state.outputFolder(phase.id, row.attempt);
  const { path: packet } = await newestPacket(drive.world.repository, drive.record);
  const end = await processes.run({
    command: check.run,
    cwd: drive.root,
    env: await environmentOf(drive, row, { packet, prompt: join(folder, 'prompt.md') }),
    stdin: '',
    timeoutMs: check.timeoutMs,
    outputFile: join(folder, `check-${n}.log`),
    signal,
    onStarted: (group) =>
      drive.state.journal(
        { type: 'process-started', at: clock.now(), what: 'check', ...group },
        { flush: true },
      ),
    onLine: (text) => drive.world.onProgress({ type: 'agent-line', text }),
  });
  signal.throwIfAborted();
  const said = classifyCheck(end, check);
  return {
    name: check.name,
    run: check.run,
    ...said,
    exitCode: end.exitCode,
    ms: end.ms,
    tail: await withoutSecrets(drive.world.secrets, 'output.log', end.tail),
  };
}
