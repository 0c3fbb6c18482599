import { join } from 'node:path';
import type { AgentOutcome } from '../../../model/agent/agentOutcome.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import { withKeptWords } from '../../../model/agent/lastWords.ts';
import { phaseFolder, workflowPath } from '../../../model/names/places.ts';
import { buildPrompt } from '../../../model/prompt/buildPrompt.ts';
import { manualInstructions } from '../../../model/prompt/manualInstructions.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Context, AtTip, Drive } from '../../drive.ts';
import type { AttemptFacts } from '../close/phaseRecordOf.ts';
import type { Agent } from '../../ports.ts';
import { agentAsks, forgetQuestion } from './agentAsks.ts';
import { artifactHashes } from '../close/artifactHashes.ts';
import { beginJournal, endJournal } from './attemptJournal.ts';
import { goOnFrom, tellOfChange } from './goingOn.ts';
import { letWork, type Worked } from './letWork.ts';
import { promptInput, type Circumstances } from './promptOf.ts';
import { namedInWorkflow } from '../../record/namedInWorkflow.ts';
import type { LoadedWorkflow } from '../../record/loadWorkflow.ts';
import { ordinalOf } from '../../record/rows.ts';
import { healWorktree } from '../../workingTree/healWorktree.ts';
import { lookAgain } from '../../workingTree/lookAgain.ts';
import { clearWay } from '../../checkpoint/clearWay.ts';
import { tell } from '../../tell.ts';
import { showProgress } from '../../checkpoint/statusFile.ts';

/** Lets the phase's agent work once. Publishes nothing; the journal tells how far it got. */
export async function runAttempt(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  circumstances: Circumstances,
  resumed: boolean,
  signal: AbortSignal,
): Promise<AttemptFacts> {
  const { world, state } = drive;
  const choice = phase.agent ?? drive.record.workflow.agent;
  const agent = await namedInWorkflow(world.agents.resolve(choice), followedBy(drive), phase);
  const folder = await state.outputFolder(phase.id, row.attempt);
  const goOn = await goOnFrom(drive, phase, agent, circumstances.cutOff);
  const tellIfChanged = await tellOfChange(drive, phase);
  // Its version is known after it has run: asking first would start most agents an extra time.
  tellIfChanged({ kind: agent.kind, name: agent.name });
  const { prompt, ...size } = await writePrompt(drive, phase, row, circumstances, agent);
  const began = world.clock.now();
  await beginJournal(drive, row, agent, { resumed, ...size });
  world.reached('attempt/begun');
  await clearWay(drive, { phases: [row] });
  await world.files.makeFolder(drive.root, phaseFolder(drive.session, row.number, phase.id));
  await forgetQuestion(drive, phase, row);
  await showProgress(drive, { ...row, status: 'running' });
  tellBegun(drive, row, resumed, agent, folder);
  // Obstacles from before are not this agent's doing.
  drive.checkout.obstacles = [];
  const worked = await letWork(drive, agent, phase, row, { prompt, folder, signal, goOn });
  if (drive.isolation === 'worktree') await healWorktree(drive);
  signal.throwIfAborted();
  const outcome = withKeptWords(await agentAsks(drive, phase, row, worked.outcome), agent.kind);
  const artifacts = await artifactHashes(drive, phase, row);
  const { head } = await drive.checkout.tree.footing();
  await endJournal(drive, { folder, outcome, worked, artifacts, head });
  world.reached('attempt/agent-ended');
  tellUntold(drive, phase, agent, worked);
  tellEnded(drive, { phase: row.phase, attempt: row.attempt, resumed }, outcome, worked);
  await lookAgain(drive, 'agent');
  await showProgress(drive, { ...row, status: 'checking' });
  const { kind, name } = agent;
  const version = await agent.version();
  const adapter = agent.adapter?.() ?? null;
  const known = { kind, name, version, ...(adapter === null ? {} : { adapter }), ...howOf(worked) };
  tellIfChanged(known);
  return { attempt: row.attempt, began, ended: world.clock.now(), agent: known, outcome };
}

/** The workflow as the session has it. */
const followedBy = ({ session, record: { workflow, workflowText } }: Drive): LoadedWorkflow => ({
  workflow,
  text: workflowText,
  file: workflowPath(session),
});

function tellBegun(
  { world, record }: AtTip,
  { phase, attempt }: StatusRow,
  resumed: boolean,
  agent: Agent,
  folder: string,
): void {
  world.onProgress({
    type: 'attempt',
    phase,
    ...ordinalOf(record.status.rows, phase),
    attempt,
    resumed,
    agent: agent.name,
    because: agent.chosenBecause,
    output: join(folder, 'agent.log'),
  });
}

function tellEnded(
  { world }: Context,
  of: { readonly phase: PhaseId; readonly attempt: number; readonly resumed: boolean },
  outcome: AgentOutcome,
  { ms, calls, usage }: Worked,
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

/** A limit that nobody counts towards is none. */
function tellUntold(
  { world, record }: AtTip,
  { limits }: Phase,
  { kind, name }: Agent,
  { usage }: Worked,
): void {
  const isLimited = (record.workflow.limits?.cost ?? limits?.cost ?? null) !== null;
  if (isLimited && kind !== 'manual' && (usage?.costUsd ?? null) === null)
    tell(world, { notice: 'cost-untold', agent: name });
}

async function writePrompt(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  circumstances: Circumstances,
  agent: Agent,
): Promise<{ readonly prompt: string } & Omit<Awaited<ReturnType<typeof promptInput>>, 'input'>> {
  const { input, ...size } = await promptInput(drive, phase, row, circumstances);
  const prompt = buildPrompt(input);
  await drive.state.outputFile(phase.id, row.attempt, 'prompt.md', prompt);
  return { prompt: agent.kind === 'manual' ? manualInstructions(input) : prompt, ...size };
}

const howOf = ({ mode, model }: Worked): { readonly mode?: string; readonly model?: string } => ({
  ...(model === undefined ? {} : { model }),
  ...(mode === undefined ? {} : { mode }),
});
