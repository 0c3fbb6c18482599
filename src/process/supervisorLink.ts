import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  messageReader,
  type FromSupervisor,
  type Order,
  type SupervisedTask,
  type Told,
  type ToSupervisor,
} from './protocol.ts';
import { broken, spawnSupervisor, talkPipes, type SupervisorProgram } from './spawnSupervisor.ts';

/** More than it takes to force all its programs to end. */
const CLOSE_MS = 5_000;

/** A supervisor as its engine sees it. While it runs no program, it does not keep the engine's process from ending. */
export interface SupervisorLink {
  /** Has a program started; answers how to give it orders. `hear` gets what is told of it, `ended` last. */
  start(task: SupervisedTask, hear: (told: Told) => void): (order: Order) => void;
  /** Resolves once it is gone and all that it said was heard. */
  readonly gone: Promise<Gone>;
  readonly isGone: () => boolean;
  /** How many programs it runs. */
  readonly programs: () => number;
  /** Our ends of a conversation; null if it was not started for one. */
  readonly talk: readonly [stdin: Socket, stdout: Socket] | null;
  /** Ends it, and whatever it still runs; resolves once it is gone, or hangs in the kernel. */
  close(): Promise<void>;
}

/** How a supervisor ended: `signal`, or what it said last. */
export interface Gone {
  readonly signal: NodeJS.Signals | null;
  readonly error: Error;
}

/** Starts a supervisor and listens to it; `talks`: with the pipes of a conversation. */
export async function openLink(program: SupervisorProgram, { talks = false } = {}): Promise<SupervisorLink> {
  const supervisor = await spawnSupervisor(program, talks);
  const { stdin, stdout, stderr } = supervisor;
  const heard = new Map<number, (told: Told) => void>();
  let last = 0;
  let over = false;
  const send = (message: ToSupervisor): void => void stdin.write(`${JSON.stringify(message)}\n`);
  let closing = false;
  const holdEngine = (): void => {
    for (const one of [supervisor, ...([stdin, stdout, stderr] as unknown as Socket[])])
      if (heard.size > 0 || closing) one.ref();
      else one.unref();
  };
  const onMessage = (message: unknown): void => {
    const { id, ...told } = message as FromSupervisor;
    const hear = heard.get(id);
    if (told.type === 'ended') heard.delete(id);
    hear?.(told);
    holdEngine();
  };
  stdout.setEncoding('utf8').on('data', messageReader(onMessage));
  // It ended before it had read everything; its exit says the rest.
  stdin.on('error', () => undefined);
  const complaint = lastOf(stderr);
  // The event `close` of the process would also wait for a conversation that nobody reads.
  const said = Promise.all([closed(stdout), closed(stderr)]);
  const gone = new Promise<Gone>((resolve) => {
    supervisor.once('error', (cause) => {
      over = true;
      resolve({ signal: null, error: broken(`not started: ${cause.message}`, cause) });
    });
    supervisor.once('exit', (code, signal) => {
      over = true;
      void said.then(() => resolve({ signal, error: broken(`ended: ${signal ?? code} ${complaint()}`) }));
    });
  });
  holdEngine();
  return {
    gone,
    isGone: () => over,
    programs: () => heard.size,
    talk: talkPipes(supervisor),
    start(given, hear) {
      const id = (last += 1);
      heard.set(id, hear);
      holdEngine();
      send({ type: 'start', id, task: given });
      return (order) => send({ ...order, id });
    },
    async close() {
      closing = true;
      if (!over) holdEngine();
      stdin.end();
      await Promise.race([gone, pause(CLOSE_MS, undefined, { ref: false })]);
      closing = false;
      if (!over) holdEngine();
    },
  };
}

const closed = (stream: Readable): Promise<void> =>
  new Promise((resolve) => void stream.once('close', () => resolve()));

/** Collects a stream; the returned function gives its last 4096 characters. */
function lastOf(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(-4096)));
  return () => text;
}
