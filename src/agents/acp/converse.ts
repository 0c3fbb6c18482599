import { client, methods, RequestError, type ClientContext } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import type { AgentTask, ProcessPipe } from '../../session/ports.ts';
import { crashed } from '../outcomes.ts';
import { createAcpCalls } from './acpCalls.ts';
import { createAcpDenials } from './acpDenials.ts';
import { shellsIn, type Shells } from './acpLine.ts';
import { readPermission, type AcpPrompted, type AcpModes } from './acpMessages.ts';
import { outcomeOfFailure, outcomeOfTurn } from './acpOutcome.ts';
import { answerPermission } from './acpPermission.ts';
import { acpStream, notTheProtocol, Rubbish } from './acpStream.ts';
import { createUse } from './acpUsage.ts';
import { createAcpView } from './acpView.ts';
import { createAcpWords } from './acpWords.ts';
import type { FailureSignal } from './failureSignal.ts';
import { greet, type Greeted } from './greet.ts';
import { openSession } from './openSession.ts';
import { promptTurns } from './promptTurns.ts';

interface Speaker extends Greeted, Pick<Shells, 'keepsShell'> {
  readonly name: string;
  readonly mode: string | null;
  readonly preferredModes: readonly string[];
  readonly login: string | null;
  /** Added to its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly tellsFailure: FailureSignal | null;
}

/** The outcome by the agent's word, or null when the connection ended before the agent said how its turn ended. */
export async function converse(
  pipe: ProcessPipe,
  speaker: Speaker,
  task: AgentTask,
  cancelled: AbortSignal,
): Promise<AgentOutcome | null> {
  const words = createAcpWords(speaker.tellsFailure);
  const [view, calls] = [createAcpView(words), createAcpCalls()];
  const [denials, used] = [createAcpDenials(), createUse()];
  const { env, keepsShell } = speaker;
  const shells = shellsIn({ ...task.env, ...env }, keepsShell);
  const flush = (): void => view.flush().forEach((event) => task.onEvent(event));
  const onNoise = (text: string): void => task.onEvent({ type: 'text', text });
  const stream = acpStream(pipe, onNoise, (update) => {
    used.take(update);
    denials.take(update);
    calls.take(update);
    for (const event of view.take(update)) task.onEvent(event);
  });
  const connection = client({ name: 'cairn' })
    .onRequest(methods.client.session.requestPermission, readPermission, ({ params }) =>
      answerPermission(params, task, { calls, denials, shells }, cancelled),
    )
    .connect(stream);
  const onTurn = (answer: AcpPrompted): void => {
    flush();
    used.ended(answer);
  };
  try {
    const agent = connection.agent;
    const sessionId = await begin(agent, speaker, task, cancelled);
    const last = await promptTurns(agent, sessionId, task, { denials, words, onTurn }, cancelled);
    const usage = used.sum();
    if (usage !== null) task.onEvent({ type: 'usage', usage });
    return outcomeOfTurn(last, words, speaker);
  } catch (error) {
    flush();
    return outcomeOfError(error, speaker);
  } finally {
    connection.close();
  }
}

/** Greets the agent and opens the session that the prompt goes to. */
async function begin(
  agent: ClientContext,
  speaker: Speaker,
  task: AgentTask,
  cancelled: AbortSignal,
): Promise<string> {
  const { canResume } = await greet(agent, speaker);
  const opened = await openSession(agent, task, canResume, cancelled);
  task.onEvent({ type: 'session-hint', id: opened.sessionId });
  const mode = await setMode(agent, opened, speaker);
  if (mode !== null) task.onEvent({ type: 'mode', mode });
  if (opened.model !== null) task.onEvent({ type: 'model', model: opened.model });
  return opened.sessionId;
}

/** Sets the mode and resolves to the one it works in; null if it has none. */
async function setMode(
  agent: ClientContext,
  { sessionId, modes }: Awaited<ReturnType<typeof openSession>>,
  { mode: named, preferredModes }: Speaker,
): Promise<string | null> {
  const mode = modeToSet(modes, named, preferredModes);
  if (mode !== null && mode !== modes?.currentModeId)
    await agent.request<unknown>(methods.agent.session.setMode, { sessionId, modeId: mode });
  return mode ?? modes?.currentModeId ?? null;
}

function outcomeOfError(error: unknown, { name, login }: Speaker): AgentOutcome | null {
  if (error instanceof RequestError)
    return outcomeOfFailure(
      {
        code: error.code,
        message: error.message,
        detail: error.data === undefined ? '' : JSON.stringify(error.data),
      },
      login,
    );
  const reason = reasonOf(error);
  return reason === null ? null : crashed(`${name}: ${reason}`);
}

/** Null when the connection ended: then the end of the process says why. */
function reasonOf(error: unknown): string | null {
  if (error instanceof Rubbish || error instanceof RangeError) return error.message;
  if (error instanceof z.ZodError) return notTheProtocol(error);
  return null;
}

/**
 * The mode to set, or null for none. A mode that a person named must exist; of those that a preset prefers, takes the first
 * that this version of the agent has.
 *
 * @throws RangeError that names the agent's modes
 */
export function modeToSet(
  modes: AcpModes | null,
  named: string | null,
  preferred: readonly string[],
): string | null {
  const offered = modes?.availableModes.map((mode) => mode.id) ?? [];
  if (named !== null && !offered.includes(named))
    throw new RangeError(
      offered.length === 0
        ? `it has no modes, and "${named}" is asked for`
        : `it has no mode "${named}"; it has ${offered.join(', ')}`,
    );
  return named ?? preferred.find((id) => offered.includes(id)) ?? null;
}
