import {
  client,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type ClientContext,
} from '@agentclientprotocol/sdk';
import * as z from 'zod';
import type { AgentOutcome } from '../../model/agentOutcome.ts';
import type { Usage } from '../../model/usage.ts';
import type { AgentTask, ProcessPipe } from '../../session/ports.ts';
import {
  readInitialized,
  readPermission,
  readPrompted,
  type AcpPrompted,
  type AcpUpdate,
} from './acpMessages.ts';
import { openSession } from './openSession.ts';
import { modeToSet } from './acpMode.ts';
import { outcomeOfFailure, outcomeOfStop } from './acpOutcome.ts';
import { answerPermission } from './acpPermission.ts';
import { acpStream, notTheProtocol, Rubbish } from './acpStream.ts';
import { usageOf, usageOfCall } from './acpUsage.ts';
import { createAcpView } from './acpView.ts';

interface Speaker {
  readonly name: string;
  readonly mode: string | null;
  readonly preferredModes: readonly string[];
  readonly login: string | null;
  /** It has said its first word, with its version where it tells that. */
  readonly onHello: (version?: string) => void;
  /** How long it may take to say its first word. Milliseconds. */
  readonly helloMs: number;
}

type UsageUpdate = Extract<AcpUpdate, { readonly sessionUpdate: 'usage_update' }>;

/** What the agent said, or null when the connection ended before it had said how its turn ended. */
export async function converse(
  pipe: ProcessPipe,
  speaker: Speaker,
  task: AgentTask,
  cancelled: AbortSignal,
): Promise<AgentOutcome | null> {
  const view = createAcpView();
  let usage: UsageUpdate | null = null;
  const calls: Usage[] = [];
  const stream = acpStream(pipe, {
    onNoise: (line) => task.onEvent({ type: 'text', text: line }),
    onUpdate(update) {
      if (update.sessionUpdate === 'usage_update') usage = update;
      const call = usageOfCall(update);
      if (call !== null) calls.push(call);
      for (const event of view.take(update)) task.onEvent(event);
    },
  });
  const connection = client({ name: 'cairn' })
    .onRequest(methods.client.session.requestPermission, readPermission, ({ params }) =>
      answerPermission(params, task, cancelled),
    )
    .connect(stream);
  try {
    const answer = await turn(connection.agent, speaker, task, cancelled);
    for (const event of view.flush()) task.onEvent(event);
    const used = usageOf(answer, calls, usage);
    if (used !== null) task.onEvent({ type: 'usage', usage: used });
    return outcomeOfStop(answer.stopReason, view.finalText(), speaker);
  } catch (error) {
    for (const event of view.flush()) task.onEvent(event);
    return outcomeOfError(error, speaker);
  } finally {
    connection.close();
  }
}

/** One turn, from the first word to the answer to the prompt. */
async function turn(
  agent: ClientContext,
  speaker: Speaker,
  task: AgentTask,
  cancelled: AbortSignal,
): Promise<AcpPrompted> {
  const initialized = readInitialized(
    await answered(
      agent.request<unknown>(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        // Neither files nor terminals through us: what agents write themselves is what a checkpoint sees.
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: 'cairn', version: '1' },
      }),
      speaker.helloMs,
    ),
  );
  speaker.onHello(initialized.agentInfo?.version);
  if (initialized.protocolVersion !== PROTOCOL_VERSION) throw otherVersion(initialized.protocolVersion);
  const canResume = initialized.agentCapabilities?.sessionCapabilities?.resume != null;
  const opened = await openSession(agent, task, canResume, cancelled);
  const { sessionId } = opened;
  task.onEvent({ type: 'session-hint', id: sessionId });
  const mode = await setMode(agent, opened, speaker);
  if (mode !== null) task.onEvent({ type: 'mode', mode });
  if (opened.model !== null) task.onEvent({ type: 'model', model: opened.model });
  const stop = (): void => void agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {});
  cancelled.addEventListener('abort', stop, { once: true });
  try {
    const answer = await agent.request<unknown>(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text: task.prompt }],
    });
    return readPrompted(answer);
  } finally {
    cancelled.removeEventListener('abort', stop);
  }
}

/** Answers the mode that it works in; null where it has none. */
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

function otherVersion(version: number): Rubbish {
  const remedy =
    version > PROTOCOL_VERSION ? 'update Cairn, or take an older version of the agent' : 'update the agent';
  return new Rubbish(
    `it speaks version ${version} of the Agent Client Protocol, and Cairn speaks version ${PROTOCOL_VERSION} only: ${remedy}`,
  );
}

/** The answer, or the reason why none is to be expected: most programs that wait on their input do not speak the protocol. */
async function answered(answer: Promise<unknown>, ms: number): Promise<unknown> {
  const silence = Promise.withResolvers<never>();
  const reason = `it has said nothing in the Agent Client Protocol for ${Math.round(ms / 1000)} s: is this the command that starts it in that mode?`;
  const timer = setTimeout(() => silence.reject(new Rubbish(reason)), ms);
  try {
    return await Promise.race([answer, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
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
  return reason === null ? null : { kind: 'crashed', reason: `${name}: ${reason}`, exitCode: null };
}

/** Null: the connection ended, and how its process ended says why. */
function reasonOf(error: unknown): string | null {
  if (error instanceof Rubbish || error instanceof RangeError) return error.message;
  if (error instanceof z.ZodError) return notTheProtocol(error);
  return null;
}
