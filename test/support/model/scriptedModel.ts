import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { disposeAfterTest } from '../disposeAfterTest.ts';
import { resultsIn, turnOf, type ModelRequest, type Script } from './script.ts';
import { openReply, parseJson, piecesOf, readBody, sendJson, type Exchange } from './exchange.ts';
import { fail, say, type Turn } from './turn.ts';
import type { Asked, Wire } from './wire.ts';
import { anthropic } from './wires/anthropic.ts';
import { gemini } from './wires/gemini.ts';
import { openAiChat } from './wires/openAiChat.ts';
import { openAiResponses } from './wires/openAiResponses.ts';

/** One request as it came, in the order of arrival. */
export interface RecordedRequest {
  readonly path: string;
  /** Parsed; null when it was no JSON. */
  readonly body: unknown;
  /** Length of the body on the wire. */
  readonly bytes: number;
  /** `performance.now()` at its arrival: distances between retries. */
  readonly at: number;
  /** What it got: `side` for a request without tools, `unknown` for one that is in no wire format. */
  readonly got: Turn['kind'] | 'side' | 'unknown';
}

/** A server on 127.0.0.1 that plays a model to real agents, in the wire formats of OpenAI, Anthropic and Google. */
export interface ScriptedModel {
  /** `http://127.0.0.1:<port>`, no slash at its end; what comes before the known end of a path is free. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** From the next request on; turns are counted anew. */
  play(script: Script): void;
  /** Resolves when a request hangs in a stall. */
  stalled(): Promise<void>;
  /** Ends every stall that there is, with its reply. */
  release(): void;
  /** Cuts what is open and closes; called by itself at the end of a test. */
  dispose(): Promise<void>;
}

const WIRES: readonly Wire[] = [openAiChat, openAiResponses, anthropic, gemini];

/** Agents ask for titles and summaries on the side: without tools nothing of a script could be carried out anyway. */
const SIDE = say('A short title');

export async function scriptedModel(script: Script): Promise<ScriptedModel> {
  const desk = new Desk(script);
  const server = createServer((request, response) => void desk.answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  disposeAfterTest(() => close(server));
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests: desk.requests,
    play: (next) => desk.play(next),
    stalled: () => desk.stalled(),
    release: () => desk.release(),
    dispose: () => close(server),
  };
}

class Desk {
  readonly requests: RecordedRequest[] = [];
  #script: Script;
  #used = 0;
  #reached = 0;
  readonly #stalls = new Set<() => void>();
  readonly #watchers = new Set<() => void>();

  constructor(script: Script) {
    this.#script = script;
  }

  play(script: Script): void {
    this.#script = script;
    this.#used = 0;
  }

  async stalled(): Promise<void> {
    if (this.#stalls.size > 0) return;
    await new Promise<void>((resolve) => this.#watchers.add(resolve));
  }

  release(): void {
    for (const go of this.#stalls) go();
    this.#stalls.clear();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    const text = await readBody(request);
    if (text === null) return;
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const body = parseJson(text);
    const record = (got: RecordedRequest['got']): void => {
      this.requests.push({ path, body, bytes: Buffer.byteLength(text), at, got });
    };
    const found = WIRES.map((wire) => ({ wire, asked: wire.read(path, body) })).find(
      ({ asked }) => asked !== null,
    );
    if (!found?.asked) {
      record('unknown');
      sendJson(response, 404, { error: { message: `no such place here: ${path}` } });
      return;
    }
    const { wire, asked } = found;
    const turn = asked.tools.length === 0 ? SIDE : this.#next(wire, asked);
    record(asked.tools.length === 0 ? 'side' : turn.kind);
    await this.#carryOut(turn, { wire, asked, response, bytes: Buffer.byteLength(text) });
  }

  #next(wire: Wire, { tools, conversation }: Asked): Turn {
    this.#reached += 1;
    const results = resultsIn(conversation);
    const request: ModelRequest = { wire: wire.name, number: this.#reached, tools, conversation, results };
    try {
      return turnOf(this.#script, request, this.#used++);
    } catch (error) {
      // No agent tries a 400 again, and most show what it says: the test ends with the reason instead of hanging.
      return fail(400, { message: `the script: ${String(error)}` });
    }
  }

  async #carryOut(turn: Turn, exchange: Exchange): Promise<void> {
    const { wire, response } = exchange;
    switch (turn.kind) {
      case 'error':
        if (turn.retryAfter !== null) response.setHeader('retry-after', String(turn.retryAfter));
        sendJson(response, turn.status, wire.error(turn.status, turn.message));
        return;
      case 'cut': {
        const pieces = piecesOf(turn.reply, this.requests.length, exchange);
        openReply(exchange);
        response.write(pieces.slice(0, Math.ceil(pieces.length / 2)).join(''), () => response.destroy());
        return;
      }
      case 'stall':
        openReply(exchange);
        await this.#stall(response);
        response.end(piecesOf(turn.reply, this.requests.length, exchange).join(''));
        return;
      case 'reply':
        openReply(exchange);
        response.end(piecesOf(turn, this.requests.length, exchange).join(''));
    }
  }

  /** Until {@link release}, or until the agent has hung up. */
  #stall(response: ServerResponse): Promise<void> {
    return new Promise((resolve) => {
      this.#stalls.add(resolve);
      response.once('close', () => {
        this.#stalls.delete(resolve);
        resolve();
      });
      for (const tell of this.#watchers) tell();
      this.#watchers.clear();
    });
  }
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
