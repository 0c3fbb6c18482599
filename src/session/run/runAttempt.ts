import { join } from 'node:path';
import { finalTextOf, type AgentOutcome } from '../../model/agentOutcome.ts';
import type { PhaseId, RepoPath } from '../../model/ids.ts';
import { withKeptWords } from '../../model/lastWords.ts';
import { phaseFolder } from '../../model/places.ts';
import { buildPrompt } from '../../model/prompt/buildPrompt.ts';
import { manualInstructions } from '../../model/prompt/manualInstructions.ts';
import type { StatusRow } from '../../model/status.ts';
import type { Phase } from '../../model/workflow.ts';
import type { Drive } from '../drive.ts';
import type { AttemptFacts } from './phaseRecordOf.ts';
import type { Agent } from '../ports.ts';
import { agentAsks, forgetQuestion } from './agentAsks.ts';
import { artifactsLeft } from './artifactsLeft.ts';
import { goOnFrom, tellOfChange } from './goingOn.ts';
import { letWork, type Worked } from './letWork.ts';
import { promptInput, type Circumstances } from './promptOf.ts';
import { placeOf } from '../record/rows.ts';
import { healWorktree } from '../workingTree/healWorktree.ts';
import { showProgress } from '../checkpoint/statusFile.ts';

/** Lets the phase's agent work once. Nothing of it is published here; the journal knows how far it came. */
export async function runAttempt(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  circumstances: Circumstances,
  resumed: boolean,
  signal: AbortSignal,
): Promise<AttemptFacts> {
  const { world, state } = drive;
  const agent = await world.agents.resolve(phase.agent ?? drive.record.workflow.agent);
  const folder = await state.outputFolder(phase.id, row.attempt);
  const goOn = await goOnFrom(drive, phase, agent, circumstances.cutOff);
  const tellIfChanged = await tellOfChange(drive, phase);
  // Its version is known when it has run: to ask beforehand would start most agents once more.
  tellIfChanged({ kind: agent.kind, name: agent.name });
  const prompt = await writePrompt(drive, phase, row, circumstances, agent, folder);
  const began = world.clock.now();
  const start = world.clock.monotonic();
  await beginJournal(drive, row, agent, resumed);
  world.reached('attempt/begun');
  await world.files.makeFolder(drive.root, phaseFolder(drive.session, row.number, phase.id));
  await forgetQuestion(drive, phase, row);
  await showProgress(drive, { ...row, status: 'running' });
  tellBegun(drive, row, resumed, agent, folder);
  const worked = await letWork(drive, agent, phase, row, { prompt, folder, signal, goOn });
  if (drive.isolation === 'worktree') await healWorktree(world, drive.root);
  signal.throwIfAborted();
  const outcome = withKeptWords(await agentAsks(drive, phase, row, worked.outcome), agent.kind);
  const ms = world.clock.monotonic() - start;
  const artifacts = await artifactsLeft(drive, phase, row);
  await endJournal(drive, outcome, ms, worked, artifacts);
  world.reached('attempt/agent-ended');
  tellEnded(drive, { phase: row.phase, attempt: row.attempt, resumed }, outcome, ms, worked);
  await showProgress(drive, { ...row, status: 'checking' });
  const { kind, name } = agent;
  const version = await agent.version();
  const known = { kind, name, version, ...howOf(worked) };
  tellIfChanged(known);
  return { attempt: row.attempt, began, ended: world.clock.now(), agent: known, outcome };
}

function tellBegun(
  { world, record }: Drive,
  { phase, attempt }: StatusRow,
  resumed: boolean,
  agent: Agent,
  folder: string,
): void {
  world.onProgress({
    type: 'attempt',
    phase,
    ...placeOf(record.status.rows, phase),
    attempt,
    resumed,
    agent: agent.name,
    because: agent.chosenBecause,
    output: join(folder, 'agent.log'),
  });
}

function tellEnded(
  { world }: Drive,
  of: { readonly phase: PhaseId; readonly attempt: number; readonly resumed: boolean },
  outcome: AgentOutcome,
  ms: number,
  { calls, usage }: Worked,
): void {
  world.onProgress({
    type: 'agent-ended',
    ...of,
    outcome: outcome.kind,
    ms,
    ...(calls === 0 ? {} : { calls }),
    ...(usage === undefined ? {} : { usage }),
  });
}

async function writePrompt(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  circumstances: Circumstances,
  agent: Agent,
  folder: string,
): Promise<string> {
  const input = await promptInput(drive, phase, row, circumstances);
  const prompt = buildPrompt(input);
  await drive.world.files.write(folder, 'prompt.md' as RepoPath, prompt);
  return agent.kind === 'manual' ? manualInstructions(input) : prompt;
}

async function beginJournal(drive: Drive, row: StatusRow, agent: Agent, resumed: boolean): Promise<void> {
  const head = await drive.tree.head();
  // A worktree's stays where the last checkpoint left it: what the attempt before committed there is still to hang on one.
  if (drive.isolation === 'in-place') drive.head = { commit: head.commit, branch: head.branch };
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
    },
    { flush: true },
  );
}

const howOf = ({ mode, model }: Worked): { readonly mode?: string; readonly model?: string } => ({
  ...(model === undefined ? {} : { model }),
  ...(mode === undefined ? {} : { mode }),
});

async function endJournal(
  { world, state }: Drive,
  outcome: AgentOutcome,
  ms: number,
  worked: Worked,
  artifacts: readonly (string | null)[],
): Promise<void> {
  const { usage } = worked;
  const said = { ...(usage === undefined ? {} : { usage }), ...howOf(worked) };
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
      ...said,
    },
    { flush: true },
  );
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
