import {
  agent,
  methods,
  ndJsonStream,
  RequestError,
  type AgentContext,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { AcpPart, AcpStep } from './acpPart.ts';

/** Where an agent speaks: the standard streams of a process, or a pair in the test's own. */
export interface AcpPlace {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: (text: string) => void;
  /** Ends the program, or what stands for it; what follows is not heard any more. */
  readonly exit: (code: number) => void;
}

type Update = (value: object) => Promise<void>;

/** What the steps of one turn need. */
interface Turn {
  readonly part: AcpPart;
  readonly place: AcpPlace;
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly cwd: string;
  readonly prompt: string;
  /** The session of an earlier program that it went on with, or `none`. */
  readonly resumed: string;
  readonly cancelled: AbortSignal;
  readonly update: Update;
}

/** Speaks the Agent Client Protocol with the SDK of agents, and does what a test has laid out. */
export function playAcp(part: AcpPart, place: AcpPlace): void {
  let cwd = process.cwd();
  let resumed = 'none';
  const cancelled = new AbortController();
  if (part.banner !== undefined) place.output.write(`${part.banner}\n`);
  agent({ name: 'scripted' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: part.version ?? 1,
      agentInfo: { name: 'scripted', version: '9.8.7' },
      agentCapabilities: part.resumes === undefined ? {} : { sessionCapabilities: { resume: {} } },
    }))
    .onRequest(methods.agent.session.new, ({ params }) => {
      if (part.newFails !== undefined) throw new RequestError(part.newFails.code, part.newFails.message);
      cwd = params.cwd;
      return { sessionId: part.session ?? 'session-1', ...part.opened, ...modesOf(part) };
    })
    .onRequest(methods.agent.session.resume, ({ params }) => {
      if (typeof part.resumes === 'object') throw new RequestError(part.resumes.code, part.resumes.message);
      cwd = params.cwd;
      resumed = params.sessionId;
      return modesOf(part);
    })
    .onRequest(methods.agent.session.setMode, async ({ params, client }) => {
      await client.notify(methods.client.session.update, {
        sessionId: params.sessionId,
        update: { sessionUpdate: 'current_mode_update', currentModeId: params.modeId },
      });
      return {};
    })
    .onNotification(methods.agent.session.cancel, () => {
      if (part.ignoresCancel !== true) cancelled.abort();
    })
    .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
      const update: Update = (value) =>
        client.notify<unknown>(methods.client.session.update, { sessionId, update: value });
      const text = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
      const turn = {
        part,
        place,
        client,
        sessionId,
        cwd,
        prompt: text,
        resumed,
        cancelled: cancelled.signal,
        update,
      };
      let calls = 0;
      for (const step of part.steps ?? []) {
        if (cancelled.signal.aborted) return { stopReason: 'cancelled' };
        if ('write' in step) calls += 1;
        await act(turn, step, `call-${calls}`);
      }
      if (cancelled.signal.aborted) return { stopReason: 'cancelled' };
      return { stopReason: part.stop ?? 'end_turn', ...part.answer };
    })
    .connect(
      ndJsonStream(
        Writable.toWeb(place.output) as WritableStream<Uint8Array>,
        Readable.toWeb(place.input) as ReadableStream<Uint8Array>,
      ),
    );
}

function modesOf({ modes = [] }: AcpPart): object {
  const all = modes.map((id) => ({ id, name: id }));
  return all[0] === undefined ? {} : { modes: { currentModeId: all[0].id, availableModes: all } };
}

async function act(turn: Turn, step: AcpStep, toolCallId: string): Promise<void> {
  const { place, update, cwd } = turn;
  if ('say' in step)
    await update({
      sessionUpdate: 'agent_message_chunk',
      content: {
        type: 'text',
        text: step.say.replace('$prompt', turn.prompt).replace('$resumed', turn.resumed),
      },
    });
  if ('plan' in step)
    await update({
      sessionUpdate: 'plan',
      entries: step.plan.map((content) => ({ content, status: 'pending', priority: 'medium' })),
    });
  if ('update' in step) await update(step.update);
  if ('raw' in step) place.output.write(step.raw);
  if ('grumble' in step) place.errors(`${step.grumble}\n`);
  if ('flood' in step) await flood(step.flood, update);
  if ('remove' in step) rmSync(resolve(cwd, step.remove));
  if ('fork' in step) spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref();
  if ('exit' in step) await exit(place, step.exit);
  if ('fail' in step) throw new RequestError(step.fail.code, step.fail.message, step.fail.data);
  if ('wait' in step) await wait(turn, step.wait);
  if ('until' in step) while (!existsSync(step.until) && !turn.cancelled.aborted) await wait(turn, 50);
  if ('write' in step) await write(turn, step, toolCallId);
}

/** Does not come back: what stands for a program is gone then. */
async function exit({ exit: end }: AcpPlace, code: number): Promise<void> {
  end(code);
  await new Promise<never>(() => {});
}

function wait({ part, cancelled }: Turn, ms: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    if (part.ignoresCancel !== true)
      cancelled.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true });
  });
}

async function write(
  { client, sessionId, cwd, update }: Turn,
  step: Extract<AcpStep, { readonly write: unknown }>,
  toolCallId: string,
): Promise<void> {
  const { path, text } = step.write;
  const toolCall = {
    toolCallId,
    title: `Write ${path}`,
    kind: step.kind ?? 'edit',
    locations: [{ path: resolve(cwd, path) }],
    ...(step.command === undefined ? {} : { rawInput: { command: step.command } }),
  };
  await update({ sessionUpdate: 'tool_call', ...toolCall, status: 'pending' });
  if (step.asks === true) {
    const options = [
      { optionId: 'once', name: 'Allow', kind: 'allow_once' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ] as const;
    const { outcome } = await client.request<RequestPermissionResponse>(
      methods.client.session.requestPermission,
      { sessionId, toolCall, options: [...options] },
    );
    if (outcome.outcome === 'cancelled' || outcome.optionId === 'no')
      return update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
  }
  mkdirSync(dirname(resolve(cwd, path)), { recursive: true });
  writeFileSync(resolve(cwd, path), text);
  await update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
}

async function flood(bytes: number, update: Update): Promise<void> {
  const text = `${'x'.repeat(1023)}\n`.repeat(64);
  for (let sent = 0; sent < bytes; sent += text.length)
    await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
}
