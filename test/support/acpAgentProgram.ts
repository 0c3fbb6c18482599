/**
 * A program that speaks the Agent Client Protocol, written with its own SDK, and does what a test has laid out for it:
 * the part is JSON in `ACP_PART`. Run with Node 24 as it stands.
 */
import {
  agent,
  methods,
  ndJsonStream,
  RequestError,
  type AgentContext,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { AcpPart, AcpStep } from './acpPart.ts';

const part = JSON.parse(process.env['ACP_PART'] ?? '{}') as AcpPart;
let cwd = process.cwd();
let calls = 0;
let resumed = 'none';

const modes = (): object => {
  const all = (part.modes ?? []).map((id) => ({ id, name: id }));
  return all[0] === undefined ? {} : { modes: { currentModeId: all[0].id, availableModes: all } };
};
const cancelled = new AbortController();

const wait = (ms: number): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    if (part.ignoresCancel !== true)
      cancelled.signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true });
  });

async function act(client: AgentContext, sessionId: string, step: AcpStep, prompt: string): Promise<void> {
  const update = (value: object): Promise<void> =>
    client.notify<unknown>(methods.client.session.update, { sessionId, update: value });
  if ('say' in step)
    await update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: step.say.replace('$prompt', prompt).replace('$resumed', resumed) },
    });
  if ('plan' in step)
    await update({
      sessionUpdate: 'plan',
      entries: step.plan.map((content) => ({ content, status: 'pending', priority: 'medium' })),
    });
  if ('update' in step) await update(step.update);
  if ('raw' in step) process.stdout.write(step.raw);
  if ('grumble' in step) process.stderr.write(`${step.grumble}\n`);
  if ('flood' in step) await flood(step.flood, update);
  if ('fork' in step) spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref();
  if ('exit' in step) process.exit(step.exit);
  if ('fail' in step) throw new RequestError(step.fail.code, step.fail.message, step.fail.data);
  if ('wait' in step) await wait(step.wait);
  if ('until' in step) while (!existsSync(step.until) && !cancelled.signal.aborted) await wait(50);
  if ('write' in step) await write(client, sessionId, step, update);
}

async function write(
  client: AgentContext,
  sessionId: string,
  step: Extract<AcpStep, { readonly write: unknown }>,
  update: (value: object) => Promise<void>,
): Promise<void> {
  calls += 1;
  const { path, text } = step.write;
  const toolCall = {
    toolCallId: `call-${calls}`,
    title: `Write ${path}`,
    kind: step.kind ?? 'edit',
    locations: [{ path: resolve(cwd, path) }],
  };
  await update({ sessionUpdate: 'tool_call', ...toolCall, status: 'pending' });
  if (step.asks === true) {
    const options = [
      { optionId: 'once', name: 'Allow', kind: 'allow_once' },
      { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    ] as const;
    const { outcome } = await client.request<RequestPermissionResponse>(
      methods.client.session.requestPermission,
      {
        sessionId,
        toolCall,
        options: [...options],
      },
    );
    if (outcome.outcome === 'cancelled' || outcome.optionId === 'no') {
      await update({ sessionUpdate: 'tool_call_update', toolCallId: toolCall.toolCallId, status: 'failed' });
      return;
    }
  }
  mkdirSync(dirname(resolve(cwd, path)), { recursive: true });
  writeFileSync(resolve(cwd, path), text);
  await update({ sessionUpdate: 'tool_call_update', toolCallId: toolCall.toolCallId, status: 'completed' });
}

async function flood(bytes: number, update: (value: object) => Promise<void>): Promise<void> {
  const text = `${'x'.repeat(1023)}\n`.repeat(64);
  for (let sent = 0; sent < bytes; sent += text.length)
    await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
}

if (part.banner !== undefined) process.stdout.write(`${part.banner}\n`);
if (part.ignoresEnd === true) setInterval(() => {}, 1000);
process.on('SIGTERM', () => {
  if (part.ignoresEnd !== true) process.exit(143);
});

agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: part.version ?? 1,
    agentInfo: { name: 'scripted', version: '9.8.7' },
    agentCapabilities: part.resumes === undefined ? {} : { sessionCapabilities: { resume: {} } },
  }))
  .onRequest(methods.agent.session.resume, ({ params }) => {
    if (typeof part.resumes === 'object') throw new RequestError(part.resumes.code, part.resumes.message);
    cwd = params.cwd;
    resumed = params.sessionId;
    return modes();
  })
  .onRequest(methods.agent.session.new, ({ params }) => {
    if (part.newFails !== undefined) throw new RequestError(part.newFails.code, part.newFails.message);
    cwd = params.cwd;
    return { sessionId: part.session ?? 'session-1', ...modes() };
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
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const prompt = params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
    for (const step of part.steps ?? []) {
      if (cancelled.signal.aborted) return { stopReason: 'cancelled' };
      await act(client, params.sessionId, step, prompt);
    }
    if (cancelled.signal.aborted) return { stopReason: 'cancelled' };
    return { stopReason: part.stop ?? 'end_turn', ...part.answer };
  })
  .connect(
    ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  );
