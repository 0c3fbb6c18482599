import { finalTextOf, type AgentOutcome } from '../../../model/agent/agentOutcome.ts';
import { renderReached } from '../../../model/limits/readReached.ts';
import type { FileChange } from '../../../model/checkpoint/joinChanges.ts';
import type { RepoPath } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Context, Checkout, Drive } from '../../drive.ts';
import type { Agent } from '../../ports.ts';
import type { Worked } from './letWork.ts';

/** Journals what an attempt begins on. It is on disk when this resolves, before the agent does anything. */
export async function beginJournal(
  drive: Drive,
  row: StatusRow,
  agent: Agent,
  {
    resumed,
    packetTokens,
    edited,
  }: { readonly resumed: boolean; readonly packetTokens?: number; readonly edited: readonly FileChange[] },
): Promise<void> {
  const head = await drive.checkout.tree.head();
  // In a worktree this is HEAD of the last checkpoint: commits of the previous attempt are still to become part of one.
  if (drive.isolation === 'in-place') drive.checkout.head = { commit: head.commit, branch: head.branch };
  const { requestedModel } = agent;
  const { status } = drive.record;
  await drive.state.journal(
    {
      type: 'attempt-begun',
      at: drive.world.clock.now(),
      phase: row.phase,
      attempt: row.attempt,
      tip: drive.record.commit,
      resumed,
      head: head.commit,
      agent: agent.name,
      agentKind: agent.kind,
      state: status.state,
      ...(packetTokens === undefined ? {} : { packetTokens }),
      artifacts: status.rows.reduce((sum, { artifacts }) => sum + artifacts.present, 0),
      ...(edited.length === 0 ? {} : { edited }),
      ...(requestedModel === undefined ? {} : { requestedModel }),
    },
    { flush: true },
  );
}

interface Ended {
  /** File and hash of the attempt's output. */
  readonly folder: string;
  readonly outcome: AgentOutcome;
  readonly worked: Worked;
  /** From `artifactHashes`. */
  readonly artifacts: readonly (string | null)[];
  /** HEAD as the attempt left it. */
  readonly head: Checkout['footing']['head'];
}

/** Journals how an attempt's agent ended. It is on disk when this resolves, so the agent never runs a second time. */
export async function endJournal(
  drive: Context,
  { folder, outcome, worked, artifacts, head }: Ended,
): Promise<void> {
  const { world, state } = drive;
  const { outcome: _before, calls, ...said } = worked;
  const [at, detail] = [world.clock.now(), detailOf(outcome)];
  await state.journal(
    {
      type: 'agent-ended',
      at,
      outcome: outcome.kind,
      detail,
      ...finalTextOf(outcome),
      artifacts,
      head,
      ...said,
      ...(calls === 0 ? {} : { calls }),
      ...(await transcriptIn(drive, folder)),
    },
    { flush: true },
  );
}

const LOG = 'agent.log' as RepoPath;

/** The agent's output stays on this machine: the journal has its path and hash. */
async function transcriptIn(
  { world, session }: Context,
  folder: string,
): Promise<{ readonly transcript?: { path: string; sha256: string; bytes: number } }> {
  // The agent has ended: an unreadable output must not fail the attempt.
  const bytes = await world.files.read(folder, LOG).catch(() => null);
  if (bytes === null) return {};
  const from = world.state.of(session).folder.length + 1;
  const path = `${folder.slice(from).replaceAll('\\', '/')}/${LOG}`;
  return { transcript: { path, sha256: world.sha256(bytes), bytes: bytes.length } };
}

/** What a resume needs to judge the gate without the agent. */
function detailOf(outcome: AgentOutcome): string | null {
  switch (outcome.kind) {
    case 'crashed':
    case 'refused':
      return outcome.reason;
    case 'needs-input':
      return outcome.question;
    case 'limited':
      return renderReached(outcome.reached);
    case 'completed':
    case 'cancelled':
    case 'timed-out':
    case 'stalled':
    case 'rate-limited':
    case 'unauthenticated':
      return null;
  }
}
