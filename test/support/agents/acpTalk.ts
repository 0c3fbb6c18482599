import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import {
  client,
  ndJsonStream,
  RequestError,
  type AnyMessage,
  type ClientConnection,
  type InitializeResponse,
  type NewSessionResponse,
  type PermissionOption,
  type PromptResponse,
  type RequestPermissionRequest,
  type SessionUpdate,
  type Stream,
} from '@agentclientprotocol/sdk';
import { endMarked } from '../../../src/process/endGroup.ts';
import { marked } from '../../../src/process/protocol.ts';
import { disposeAfterTest } from '../disposeAfterTest.ts';
import type { RealAgent } from './realAgent.ts';

/** One message of the protocol, as it crossed. */
export interface Line {
  readonly from: 'client' | 'agent';
  /** Milliseconds since the agent was started. */
  readonly at: number;
  readonly message: AnyMessage;
}

/** How a prompt ended: answered, or refused with an error of JSON-RPC. */
export type PromptEnd =
  | ({ readonly kind: 'answered' } & PromptResponse)
  | { readonly kind: 'refused'; readonly code: number; readonly message: string; readonly data: unknown };

/** A conversation with a real agent over its stdin and stdout, for tests that look at the agent itself. */
export interface AcpTalk {
  readonly initialized: InitializeResponse;
  readonly session: NewSessionResponse;
  readonly lines: readonly Line[];
  readonly updates: readonly SessionUpdate[];
  readonly permissions: readonly RequestPermissionRequest[];
  /** What everything that it starts carries in its environment. */
  readonly mark: string;
  /** Everything that the agent wrote to its stderr so far. */
  stderr(): string;
  /** From now on every permission request is answered with the option of this kind. */
  answerWith(kind: PermissionOption['kind']): void;
  setMode(modeId: string): Promise<void>;
  prompt(text: string): Promise<PromptEnd>;
  cancel(): Promise<void>;
  /** Closes the agent's stdin; resolves with its exit code (null for a signal) when it has ended. */
  endStdin(): Promise<number | null>;
  /** Ends the agent and all that it started; called by itself at the end of a test. */
  dispose(): Promise<void>;
}

/** Starts the agent and opens a session in `cwd`; every permission is given, unless {@link AcpTalk.answerWith} says else. */
export async function acpTalk(agent: RealAgent, cwd: string): Promise<AcpTalk> {
  const [program, ...args] = agent.acp.command;
  const started = performance.now();
  const mark = randomBytes(16).toString('hex');
  const child = spawn(program, args, { cwd, env: marked(agent.acp.env, mark), detached: true });
  // Agents run commands in sessions of their own: a signal to their group would leave those running.
  const dispose = async (): Promise<void> => {
    await endMarked(mark);
    child.kill('SIGKILL');
  };
  disposeAfterTest(dispose);
  let answer: PermissionOption['kind'] = 'allow_once';
  const lines: Line[] = [];
  const updates: SessionUpdate[] = [];
  const permissions: RequestPermissionRequest[] = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const stream = observed(child, (from, message) =>
    lines.push({ from, at: Math.round(performance.now() - started), message }),
  );
  const connection = client({ name: 'cairn-test' })
    .onRequest('session/request_permission', ({ params }) => {
      permissions.push(params);
      const option = params.options.find(({ kind }) => kind === answer);
      return {
        outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' },
      };
    })
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .connect(stream);
  const initialized = await connection.agent.request('initialize', {
    protocolVersion: 1,
    clientInfo: { name: 'cairn-test', version: '0.0.0' },
    clientCapabilities: {},
  });
  const session = await connection.agent.request('session/new', { cwd, mcpServers: [] });
  const { sessionId } = session;
  return {
    initialized,
    session,
    lines,
    updates,
    permissions,
    mark,
    stderr: () => stderr,
    answerWith: (kind) => (answer = kind),
    async setMode(modeId) {
      await connection.agent.request('session/set_mode', { sessionId, modeId });
    },
    prompt: (text) => prompt(connection, sessionId, text),
    cancel: () => connection.agent.notify('session/cancel', { sessionId }),
    async endStdin() {
      const ended = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
      child.stdin.end();
      await ended;
      return child.exitCode;
    },
    dispose,
  };
}

async function prompt(connection: ClientConnection, sessionId: string, text: string): Promise<PromptEnd> {
  try {
    const answer = await connection.agent.request('session/prompt', {
      sessionId,
      prompt: [{ type: 'text', text }],
    });
    return { kind: 'answered', ...answer };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { kind: 'refused', code: error.code, message: error.message, data: error.data };
  }
}

/** The stream of the SDK, with every message shown to `see` on its way. */
function observed(
  child: ChildProcessWithoutNullStreams,
  see: (from: Line['from'], message: AnyMessage) => void,
): Stream {
  const { readable, writable } = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
  const tap = (from: Line['from']): TransformStream<AnyMessage, AnyMessage> =>
    new TransformStream({
      transform(message, controller) {
        see(from, message);
        controller.enqueue(message);
      },
    });
  const outgoing = tap('client');
  void outgoing.readable.pipeTo(writable).catch(() => {}); // An agent that ended closes the pipe: the talk shows it.
  return { readable: readable.pipeThrough(tap('agent')), writable: outgoing.writable };
}
