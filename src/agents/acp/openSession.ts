import { methods, type ClientContext } from '@agentclientprotocol/sdk';
import type { AgentTask } from '../../session/ports.ts';
import { readOpened, readResumed, type AcpSession } from './acpMessages.ts';

/** How long an agent may take to find its own session again. Milliseconds. */
const RESUME_MS = 20_000;

/**
 * Opens the agent's own session for the prompt: that of an interrupted attempt, if there is one and the agent can and will
 * resume it, else a new one. Nothing depends on resuming: if anything goes wrong, opens a new one.
 *
 * @param canResume whether the agent says that it supports `session/resume`
 */
export async function openSession(
  agent: ClientContext,
  task: AgentTask,
  canResume: boolean,
  cancelled: AbortSignal,
): Promise<AcpSession> {
  const hint = task.goOn?.hint ?? null;
  const place = { cwd: task.cwd, mcpServers: [] };
  if (hint !== null && hint !== '' && canResume) {
    const resumed = await within(RESUME_MS, cancelled, async () => {
      const answer = await agent.request<unknown>(methods.agent.session.resume, {
        sessionId: hint,
        ...place,
      });
      return readResumed(hint, answer);
    });
    const say = (text: string): void => task.onEvent({ type: 'text', text });
    if (typeof resumed !== 'string') {
      say(`Going on with the agent's own session ${hint}.`);
      return resumed;
    }
    say(`The agent does not go on with its own session ${hint} (${resumed}); it begins a new one.`);
    task.onEvent({ type: 'session-expired', why: resumed });
  }
  return readOpened(await agent.request<unknown>(methods.agent.session.new, place));
}

/** The resumed session, or why there is none. */
async function within(
  ms: number,
  cancelled: AbortSignal,
  work: () => Promise<AcpSession>,
): Promise<AcpSession | string> {
  let stop = (): void => {};
  const late = new Promise<string>((resolve) => {
    const timer = setTimeout(() => resolve(`no answer within ${ms / 1000} s`), ms);
    stop = () => (clearTimeout(timer), resolve('cancelled'));
    cancelled.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([
      work().catch((error: unknown) =>
        (error instanceof Error ? error.message : String(error)).slice(0, 300),
      ),
      late,
    ]);
  } finally {
    stop();
    cancelled.removeEventListener('abort', stop);
  }
}
