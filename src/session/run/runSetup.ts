import { join } from 'node:path';
import { SETUP_FAILED, SETUP_LOG } from '../../model/attempt/attemptEnd.ts';
import { nextPhase } from '../../model/plan/nextPhase.ts';
import { couldNotReach } from '../../model/text/couldNotReach.ts';
import { tellingLines } from '../../model/text/oneLine.ts';
import { lookAgain } from '../workingTree/lookAgain.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { Drive } from '../drive.ts';
import { environmentOf } from './attempt/environmentOf.ts';
import { begunOf } from './next/begunOf.ts';
import { publishCheckpoint } from '../checkpoint/publishCheckpoint.ts';
import { rowOf, withRow } from '../record/rows.ts';
import { tell } from '../tell.ts';
import { withoutSecrets } from '../workingTree/withoutSecrets.ts';

/**
 * Sets up the one worktree of a session. A failure blocks the phase that comes next; null if there is none. Where phases work side
 * by side, a worktree is set up for the phase that begins in it.
 */
export async function runSetup(drive: Drive, signal: AbortSignal): Promise<Drive | null> {
  if (drive.record.slot !== undefined) return null;
  const failed = await setUp(drive, signal);
  return failed === null
    ? null
    : publishSetupFailed(drive, failed, nextPhase(drive.record.workflow, drive.record.status.rows));
}

/** Why a worktree could not be set up, and the end of what the command said. */
export interface SetupFailure {
  readonly reason: string;
  readonly tail: string;
}

/** Copies files and runs commands that a new worktree needs; a resume repeats the whole list. Publishes nothing; null if everything succeeded. */
export async function setUp(drive: Drive, signal: AbortSignal): Promise<SetupFailure | null> {
  if (drive.isolation === 'in-place' || (await drive.state.about())?.setup !== 'pending') return null;
  const { world, record } = drive;
  for (const path of record.workflow.worktree.copy) {
    const how = await world.files.copy(world.repository.mainRoot, drive.root, path);
    tell(world, { notice: 'copied', path, how });
    world.reached('setup/copied');
  }
  for (const command of record.workflow.worktree.setup) {
    const shown = typeof command === 'string' ? command : command.join(' ');
    world.onProgress({ type: 'setup', command: shown });
    const end = await world.processes.run({
      command,
      cwd: drive.root,
      env: await environmentOf(drive, null, { packet: null, prompt: null }),
      stdin: '',
      timeoutMs: 30 * 60_000,
      // One file for all: its end is from the command that failed.
      outputFile: join(await drive.state.outputFolder('setup', drive.checkout.slot - 1), SETUP_LOG),
      signal,
      onStarted: (group) =>
        drive.state.journal(
          { type: 'process-started', at: world.clock.now(), what: 'setup', ...group },
          { flush: true },
        ),
      onLine: (text) => world.onProgress({ type: 'agent-line', text }),
    });
    signal.throwIfAborted();
    await lookAgain(drive, 'agent');
    world.reached('setup/command-ended');
    if (end.kind !== 'exited' || end.exitCode !== 0) {
      const how = end.kind === 'exited' ? `exit ${end.exitCode}` : end.kind;
      const because = couldNotReach(end.tail) ? ', no server was reached: is there a network?' : '';
      return { reason: `setup command failed (${how}${because}): ${shown}`, tail: end.tail };
    }
  }
  await drive.state.note({ setup: 'done' });
  world.reached('setup/done');
  return null;
}

/** The phase that was to begin there is blocked. */
export async function publishSetupFailed(
  drive: Drive,
  { reason, tail }: SetupFailure,
  phase: Phase | null,
): Promise<Drive> {
  const { world, record } = drive;
  if (phase === null) return drive;
  world.onProgress({
    type: 'gate-failed',
    by: 'setup',
    phase: phase.id,
    reasons: [reason],
    tail: tail.split('\n'),
    retriesLeft: 0,
  });
  // What had begun is gone on with once the setup has succeeded.
  const { attempt, record: before } = await begunOf(drive, rowOf(record.status.rows, phase.id), 'nothing');
  const told = await withoutSecrets(world.secrets, 'setup.log', tail);
  return publishCheckpoint(drive, {
    kind: 'blocked',
    phase: phase.id,
    attempt,
    rows: withRow(record.status.rows, phase.id, { status: 'blocked', updated: world.clock.now() }),
    work: 'unchanged',
    record: {
      ...before,
      attempt,
      status: 'blocked',
      attempts: [
        ...before.attempts,
        {
          attempt,
          outcome: SETUP_FAILED,
          reasons: [reason, ...tellingLines(told, 5)],
        },
      ],
    },
    subject: `${phase.id} is blocked: the setup of the worktree failed`,
    body: reason,
  });
}
