import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply } from './turn.ts';
import type { Asked, Frame, Wire } from './wire.ts';

/** One request that is being answered. */
export interface Exchange {
  readonly wire: Wire;
  readonly asked: Asked;
  readonly response: ServerResponse;
  readonly bytes: number;
}

/** Status and headers, sent at once. */
export function openReply({ asked, response }: Exchange): void {
  response.writeHead(200, { 'content-type': asked.stream ? 'text/event-stream' : 'application/json' });
  response.flushHeaders();
}

/** The reply in the pieces that a cut falls between. */
export function piecesOf(reply: Reply, number: number, { wire, asked, bytes }: Exchange): readonly string[] {
  const frame: Frame = {
    id: `scripted-${number}`,
    model: asked.model,
    // Four bytes a token is what everybody reckons with; agents show and add these numbers.
    inputTokens: Math.ceil(bytes / 4),
    outputTokens: Math.ceil(JSON.stringify([reply.text, reply.calls]).length / 4),
  };
  if (asked.stream) return wire.events(reply, frame);
  const text = JSON.stringify(wire.whole(reply, frame));
  return [text.slice(0, text.length / 2), text.slice(text.length / 2)];
}

/** The body, or null when the agent hung up before its end. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
  } catch {
    return null; // An agent that was killed while it sent: nobody waits for an answer.
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // The record shows it as what it is: no JSON.
  }
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
