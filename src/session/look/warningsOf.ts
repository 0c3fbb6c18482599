import type { RepoPath, PhaseId } from '../../model/names/ids.ts';
import { remoteTips } from '../record/remoteTips.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { questions } from '../resume/questions.ts';
import type { StatusView } from '../results.ts';
import type { Objects, Pending, Ref } from '../ports.ts';
import { isTrusted } from '../trust/trustedHere.ts';
import type { Warning } from '../warning.ts';
import { longAttempts } from './longAttempt.ts';
import type { SeenHere } from './seeHere.ts';
import { unreadNotes } from './unreadNotes.ts';
import { workflowWarnings, type Looked } from './workflowWarnings.ts';
import { agentDifferences, type AgentIdentity } from '../../model/agent/agentDifferences.ts';
import { inClosingOrder } from '../../model/checkpoint/phaseRecord.ts';
import type { OpenAttempt } from '../../model/attempt/openAttempt.ts';
import { agentOfPhaseBefore } from '../record/agentBefore.ts';

/** What a resume would ask before it does anything, in words and for programs. */
export async function resumeAsks(at: Looked): Promise<{
  readonly warnings: readonly Warning[];
  readonly of: Pick<StatusView, 'untrusted' | 'asksTrust'>;
}> {
  const [tip, commands] = await Promise.all([tipAsks(at), commandsAsk(at)]);
  return {
    warnings: [...commands, ...tip],
    of: {
      ...(tip.length === 0 ? {} : { untrusted: true }),
      ...(commands.length === 0 ? {} : { asksTrust: true }),
    },
  };
}

/** Why a resume would ask before it goes on from this tip. */
async function tipAsks({ world, record, history, root }: Looked): Promise<readonly Warning[]> {
  const published = await world.state.of(record.session).published();
  const asked = await questions(world, record, async () => history, published, root);
  return asked.map((what) => ({ warning: 'history', what }));
}

/** Why a resume would ask before it runs anything. Of a session that is over nothing is run. */
async function commandsAsk({ world, record, history }: Looked): Promise<readonly Warning[]> {
  const { state } = record.status;
  if (state === 'done' || state === 'cancelled') return [];
  return (await isTrusted(world, record, record.workflow, async () => history))
    ? []
    : [{ warning: 'not-trusted-here' }];
}

/** What a person should know about a session, though it blocks nothing. */
export async function warningsOf(
  at: Looked & {
    readonly remotes: readonly Ref[];
    readonly seen: SeenHere;
    readonly pendingOf: (open: OpenAttempt) => Promise<readonly Pending[]>;
  },
): Promise<readonly Warning[]> {
  const { world, record } = at;
  const told: Warning[] = [];
  const { tips, left } = await remoteTips(world, record, at.remotes);
  for (const { name, commit, relation } of tips)
    if (relation === 'behind' || relation === 'diverged')
      told.push({ warning: 'remote-moved', remote: name, commit, relation });
  if (left > 0) told.push({ warning: 'remotes-left', count: left });
  told.push(...(await lostArtifacts(world, record)));
  told.push(...(await longAttempts(world, record, at.seen, at.pendingOf)));
  told.push(...(await unreadNotes(at, at.seen)));
  return [...told, ...(await workflowWarnings(at))];
}

/** Artifacts that existed when their phase was closed and that a later phase deleted. */
async function lostArtifacts(
  { repository }: { readonly repository: Objects },
  { records, tree }: SessionRecord,
): Promise<readonly Warning[]> {
  const lost: Warning[] = [];
  for (const { phase, status, artifacts } of records.values()) {
    if (status !== 'done') continue;
    for (const { path } of artifacts)
      if ((await repository.entry(tree, path as RepoPath)) === null)
        lost.push({ warning: 'artifact-deleted', path, phase });
  }
  return lost;
}

/**
 * That who works now, or did last, is not who did the phase before, although the workflow names the same agent for both.
 * A session that is over gets no such warning.
 */
export function agentWarnings(record: SessionRecord, open: readonly OpenAttempt[]): readonly Warning[] {
  const { state } = record.status;
  if (state === 'done' || state === 'cancelled') return [];
  return (open.length > 0 ? open : whoLast(record)).flatMap((now) => agentWarning(record, now));
}

interface Who {
  readonly phase: PhaseId;
  readonly agent: AgentIdentity;
}

function agentWarning(record: SessionRecord, now: Who): readonly Warning[] {
  const phase = record.workflow.phases.find(({ id }) => id === now.phase);
  if (phase === undefined) return [];
  const before = agentOfPhaseBefore(record, phase);
  const differences = before === null ? [] : agentDifferences(before.agent, now.agent);
  if (before === null || differences.length === 0) return [];
  return [{ warning: 'other-agent', phase: now.phase, before: before.of, differences }];
}

function whoLast({ records }: SessionRecord): readonly Who[] {
  const last = [...records.values()].sort(inClosingOrder).at(-1);
  return last === undefined || last.agent === null ? [] : [{ phase: last.phase, agent: last.agent }];
}
