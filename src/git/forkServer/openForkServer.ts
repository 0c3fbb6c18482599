import { fork, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import { nodeEnvironment } from '../../host/nodeEnvironment.ts';
import type { FromServer, GitStart, ToServer } from './protocol.ts';

/** A process that has started so many gits starts more: short commands have no server. */
const AFTER = 8;

export interface Ended {
  /** Null if a signal ended it, or the server went away and nobody can say. */
  readonly code: number | null;
  readonly out: Buffer;
  readonly stderr: string;
}

export interface Started {
  /** Null if the system did not start it. */
  readonly ended: Promise<Ended | null>;
  /** Sends the input that it waits for. */
  finish(input: Uint8Array): void;
}

/**
 * Starts gits for this process in a small one. Linux copies the page tables of whoever starts a program, and has each page that is
 * written after that copied again: 3 ms of an engine for each git, more the more it holds.
 */
export interface ForkServer {
  /** Null: start it yourself. */
  start(git: GitStart): Started | null;
}

interface Waiting {
  readonly out: Uint8Array[];
  readonly resolve: (ended: Ended | null) => void;
}

/** Starts nothing yet, and keeps this process alive only while a git runs. @param path of `server.ts`, as it is built */
export function openForkServer(path: string, after = AFTER): ForkServer {
  let asked = 0;
  let server: ChildProcess | null = null;
  let state: 'none' | 'starting' | 'ready' | 'given up' = 'none';
  const waiting = new Map<number, Waiting>();

  const answer = (id: number, ended: (one: Waiting) => Ended | null): void => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) server?.channel?.unref();
    one?.resolve(ended(one));
  };
  const hear = (message: FromServer): void => {
    if (message.type === 'ready') state = 'ready';
    else if (message.type === 'printed') waiting.get(message.id)?.out.push(message.bytes);
    else if (message.type === 'refused') answer(message.id, () => null);
    else {
      const { code, bytes, stderr } = message;
      answer(message.id, ({ out }) => ({ code, out: Buffer.concat([...out, bytes]), stderr }));
    }
  };
  const lost = (): void => {
    // One that never worked, as after an update that took its file away, is not tried again.
    state = state === 'ready' ? 'none' : 'given up';
    server = null;
    for (const id of waiting.keys())
      answer(id, ({ out }) => ({ code: null, out: Buffer.concat(out), stderr: 'its fork server ended' }));
  };
  const open = (): void => {
    state = 'starting';
    server = startServer(path);
    server.on('message', (message) => hear(message as FromServer));
    server.once('error', lost).once('exit', lost);
    server.unref();
    server.channel?.unref();
  };
  // What cannot be sent any more is answered by `lost`.
  const send = (message: ToServer): void => void server?.send(message, () => undefined);

  return {
    start(git) {
      asked += 1;
      if (state === 'none' && asked > after) open();
      if (state !== 'ready') return null;
      const id = asked;
      const ended = new Promise<Ended | null>((resolve) => waiting.set(id, { out: [], resolve }));
      server?.channel?.ref();
      send({ type: 'start', id, git });
      return { ended, finish: (input) => send({ type: 'finish', id, input }) };
    },
  };
}

function startServer(path: string): ChildProcess {
  return fork(path, [], {
    // Other threads make the copy of a page table dearer.
    execArgv: ['--single-threaded'],
    // Not a working tree, which may be removed while this runs.
    cwd: dirname(path),
    env: nodeEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
