import { finalTextOf, type AgentOutcome } from '../../../model/agent/agentOutcome.ts';
import type { RepoPath } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Context, Checkout, Drive } from '../../drive.ts';
import type { Agent } from '../../ports.ts';
import type { Worked } from './letWork.ts';

/** Writes down what an attempt begins on. On disk when it resolves: before the agent does anything. */
export async function beginJournal(
  drive: Drive,
  row: StatusRow,
  agent: Agent,
  { resumed, packetTokens }: { readonly resumed: boolean; readonly packetTokens?: number },
): Promise<void> {
  const head = await drive.checkout.tree.head();
  // A worktree's stays where the last checkpoint left it: what the attempt before committed there is still to hang on one.
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
      ...(requestedModel === undefined ? {} : { requestedModel }),
    },
    { flush: true },
  );
}

interface Ended {
  /** Of the attempt's output. */
  readonly folder: string;
  readonly outcome: AgentOutcome;
  readonly ms: number;
  readonly worked: Worked;
  /** As `artifactHashes` says it. */
  readonly artifacts: readonly (string | null)[];
  /** Where it left HEAD. */
  readonly head: Checkout['footing']['head'];
}

/** Writes down how an attempt's agent ended. On disk when it resolves: the agent is not asked a second time. */
export async function endJournal(
  drive: Context,
  { folder, outcome, ms, worked, artifacts, head }: Ended,
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
      ms,
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

/** What the agent printed stays on this machine: the journal says where, and which bytes they were. */
async function transcriptIn(
  { world, state }: Context,
  folder: string,
): Promise<{ readonly transcript?: { path: string; sha256: string; bytes: number } }> {
  // That it cannot be read must not cost the attempt: the agent has ended.
  const bytes = await world.files.read(folder, LOG).catch(() => null);
  if (bytes === null) return {};
  const path = `${folder.slice(state.folder.length + 1).replaceAll('\\', '/')}/${LOG}`;
  return { transcript: { path, sha256: world.sha256(bytes), bytes: bytes.length } };
}

/** What a resume must know of an outcome to judge the gate without the agent. */
function detailOf(outcome: AgentOutcome): string | null {
  switch (outcome.kind) {
    case 'crashed':
    case 'refused':
      return outcome.reason;
    case 'needs-input':
      return outcome.question;
    case 'completed':
    case 'cancelled':
    case 'timed-out':
    case 'stalled':
    case 'rate-limited':
    case 'unauthenticated':
      return null;
  }
}
