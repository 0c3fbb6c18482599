import { join } from 'node:path';
import type { AgentOutcome } from '../../../model/agent/agentOutcome.ts';
import { denialsOf, type Denial } from '../../../model/agent/denials.ts';
import { classifyCheck, whyOf } from '../../../model/gate/classifyCheck.ts';
import { sayObstacle } from '../../../model/gate/obstacle.ts';
import { judgeArtifact } from '../../../model/gate/judgeArtifact.ts';
import { gateVerdict, type Verdict } from '../../../model/gate/verdict.ts';
import type { CommitId, RepoPath, TreeId } from '../../../model/names/ids.ts';
import type { Objects } from '../../ports.ts';
import type { ArtifactRecord, CheckRecord, PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import { artifactPath } from '../../../model/names/places.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { ArtifactRule, CheckRule, Phase } from '../../../model/workflow/workflow.ts';
import { clearWay } from '../../checkpoint/clearWay.ts';
import { captureWork, type Captured } from '../../workingTree/captureWork.ts';
import type { Context, AtTip, Drive } from '../../drive.ts';
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
 */
export async function evaluateGate(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  agent: AgentOutcome,
  signal: AbortSignal,
): Promise<Gate> {
  const checks = agent.kind === 'completed' ? await checksOf(drive, phase, row, signal) : [];
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
  const base = (await phaseStart(repository, drive.session, drive.history, phase.id)) ?? drive.record.commit;
  const verdict = gateVerdict({
    agent,
    artifacts: judged,
    checks,
    secrets: captured.secrets,
    obstacles: drive.checkout.obstacles.map(sayObstacle),
    approval: phase.approval,
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

/** Far below the time after which a lease counts as lost. */
const MOST_JUDGING_MS = 3000;
const tooLong = ({ schema }: ArtifactRule): string =>
  `could not be judged within ${MOST_JUDGING_MS / 1000} s: ${schema === null || schema === undefined ? 'make it smaller' : 'make it smaller, or simplify the patterns of its schema'}`;

/** Judges each promised artifact in a captured tree against the tree before the phase began. */
export async function judgeArtifacts(
  drive: Pick<Drive, 'world' | 'session' | 'history' | 'record'>,
  phase: Phase,
  row: StatusRow,
  captured: Pick<Captured, 'tree' | 'notCaptured'>,
): Promise<{
  readonly judged: readonly { path: RepoPath; reasons: readonly string[] }[];
  readonly artifacts: readonly ArtifactRecord[];
  readonly before: Gate['before'];
}> {
  const { repository, sha256, withinTime } = drive.world;
  const judged: { path: RepoPath; reasons: readonly string[] }[] = [];
  const artifacts: ArtifactRecord[] = [];
  const promised = phase.artifacts.map((rule) => ({
    rule,
    path: artifactPath(drive.session, row.number, phase.id, rule.path),
  }));
  const there = await thereBefore(
    drive,
    phase,
    promised.map(({ path }) => path),
  );
  for (const { rule, path } of promised) {
    const entry = await repository.entry(captured.tree, path);
    const bytes = entry === null ? null : await repository.read(captured.tree, path);
    const before = there.find((known) => known.path === path)?.blob ?? null;
    const left = captured.notCaptured.find((item) => item.path === path);
    const seen = entry ?? (await folderAt(repository, captured.tree, path));
    const atRoot = await isNewAtRoot(drive, phase, captured.tree, { path: rule.path, seen });
    const facts = { rule, path, entry: seen, bytes, before, atRoot, notCaptured: left?.why ?? null };
    const reasons = withinTime(MOST_JUDGING_MS, () => judgeArtifact(facts));
    judged.push({ path, reasons: reasons?.value ?? [`${path} ${tooLong(rule)}`] });
    if (entry !== null && bytes !== null)
      artifacts.push({ path, blob: entry.blob, sha256: sha256(bytes), bytes: bytes.length });
  }
  return { judged, artifacts, before: there };
}

/** A path without a leading slash is in the phase's folder, but the phase made a file where the path with a slash would be. */
async function isNewAtRoot(
  drive: Parameters<typeof judgeArtifacts>[0],
  phase: Phase,
  tree: TreeId,
  { path, seen }: { readonly path: string; readonly seen: unknown },
): Promise<boolean> {
  if (seen !== null || path.startsWith('/')) return false;
  const at = path as RepoPath;
  const now = await drive.world.repository.entry(tree, at);
  if (now === null) return false;
  const [before] = await thereBefore(drive, phase, [at]);
  return before?.blob !== now.blob;
}

/** What is in place of a file: a folder has no entry of that name. */
async function folderAt(repository: Objects, tree: TreeId, path: RepoPath): Promise<'folder' | null> {
  return (await repository.list(tree, path)).length > 0 ? 'folder' : null;
}

/** Which artifacts existed before the phase began; from the phase's record in a clone without that checkpoint. */
async function thereBefore(
  {
    world: { repository },
    session,
    history,
    record,
  }: Pick<Drive, 'world' | 'session' | 'history' | 'record'>,
  { id }: Phase,
  paths: readonly RepoPath[],
): Promise<Gate['before']> {
  const base = await phaseStart(repository, session, history, id);
  if (base === null) return record.records.get(id)?.before ?? [];
  const entries = await Promise.all(paths.map((path) => repository.entry(base, path)));
  return paths.flatMap((path, index) => {
    const entry = entries[index] ?? null;
    return entry === null ? [] : [{ path, blob: entry.blob }];
  });
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
  drive: AtTip,
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
  drive: AtTip,
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
