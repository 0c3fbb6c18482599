import { methods, type AnyMessage, type Stream } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import type { ProcessPipe } from '../../session/ports.ts';
import { readPermission, readUpdate, type AcpUpdate } from './acpMessages.ts';

/** One message may hold a file; more than this is a flood. */
const MOST_MESSAGE_BYTES = 32 << 20;
/** How much of banners and notices, which are not messages, we skip and keep for the log. */
const MOST_NOISE_BYTES = 64 << 10;

/** An agent sent something that is not the protocol; the message is for people. */
export class Rubbish extends Error {}

const message = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]).optional(),
    method: z.string().optional(),
  })
  .loose()
  .refine(
    (one) => one.method !== undefined || (one.id !== undefined && 'result' in one !== 'error' in one),
    'neither a request nor an answer',
  );

/**
 * A conversation in lines of JSON, checked: anything that is not a message ends the stream with {@link Rubbish}.
 *
 * Lines that do not even begin like JSON are a banner or a warning on the wrong stream: they go to `onNoise`, and only too
 * many of them are an error. Session updates are read here, in order, and go no further: the SDK would refuse every unknown
 * one of a newer agent, and tell nobody of a broken one.
 */
export function acpStream(
  pipe: Pick<ProcessPipe, 'input' | 'output'>,
  onNoise: (line: string) => void,
  onUpdate: (update: AcpUpdate) => void,
): Stream {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let held = 0;
  let noise = 0;
  const read = (line: string): AnyMessage | null => {
    const bare = line.trim();
    if (bare === '') return null;
    if (!/^[[{]/.test(bare)) {
      noise += bare.length;
      if (noise > MOST_NOISE_BYTES)
        throw new Rubbish(`it prints where its messages should be: ${shown(bare)}`);
      onNoise(bare);
      return null;
    }
    const parsed = message.safeParse(parseJson(bare));
    if (!parsed.success) throw new Rubbish(`it sent what is no message of the protocol: ${shown(bare)}`);
    const { method } = parsed.data;
    // The SDK would answer a broken one with an error, and an agent that waits for our decision would keep waiting.
    if (method === methods.client.session.requestPermission) believed(readPermission, parsed.data['params']);
    if (method !== methods.client.session.update) return parsed.data as AnyMessage;
    const update = believed(readUpdate, parsed.data['params']);
    if (update !== null) onUpdate(update);
    return null;
  };
  // A long line comes in many pieces: join them once, when it is complete.
  const whole = (): AnyMessage | null => {
    const line = parts.join('');
    parts = [];
    held = 0;
    return read(line);
  };
  const messages = new TransformStream<Uint8Array, AnyMessage>({
    transform(chunk, controller) {
      for (const [at, piece] of decoder.decode(chunk, { stream: true }).split('\n').entries()) {
        const one = at === 0 ? null : whole();
        if (one !== null) controller.enqueue(one);
        parts.push(piece);
        held += piece.length;
      }
      if (held > MOST_MESSAGE_BYTES) throw new Rubbish('it sent a message without an end');
    },
    flush(controller) {
      const one = whole();
      if (one !== null) controller.enqueue(one);
    },
  });
  return { readable: pipe.output.pipeThrough(messages), writable: linesInto(pipe.input) };
}

function believed<T>(read: (params: unknown) => T, params: unknown): T {
  try {
    return read(params);
  } catch (error) {
    if (error instanceof z.ZodError) throw new Rubbish(notTheProtocol(error));
    throw error;
  }
}

/** Says for people how a value breaks the protocol. */
export function notTheProtocol({ issues }: z.ZodError): string {
  const place = issues[0]?.path.map(String).join('.') ?? '';
  const which = place === '' ? 'a message of its' : `"${place}" of a message`;
  return `it said something else than the protocol says: ${which} is missing or has another shape`;
}

function linesInto(input: WritableStream<Uint8Array>): WritableStream<AnyMessage> {
  const writer = input.getWriter();
  const encoder = new TextEncoder();
  return new WritableStream<AnyMessage>({
    write: (one) => writer.write(encoder.encode(`${JSON.stringify(one)}\n`)),
  });
}

const shown = (line: string): string => (line.length > 200 ? `${line.slice(0, 200)}…` : line);
