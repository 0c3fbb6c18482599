import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}
interface Line {
  readonly from: 'client' | 'agent';
  readonly message: Message;
}

/** What a client said in a conversation that was recorded, and where it did not keep to it. */
export interface Conversation {
  /** Its messages, in order. */
  readonly said: readonly Message[];
  /** The first that is another than the recorded one; null: none. */
  readonly astray: () => string | null;
}

/**
 * Plays the agent of a recorded conversation (JSON lines, each with its sender): it says its part as soon as the client has
 * said what comes before. What a client says must have the method that was recorded, an answer of it the same result.
 *
 * @param places names of folders in the recording, and where they are here
 */
export function playConversation(
  recording: string,
  places: Readonly<Record<string, string>>,
  { input, output }: { readonly input: Readable; readonly output: Writable },
): Conversation {
  const text = Object.entries(places).reduce((all, [name, here]) => all.replaceAll(name, here), recording);
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  const said: Message[] = [];
  const ids = new Map<unknown, unknown>();
  let astray: string | null = null;
  let at = 0;
  const speak = (): void => {
    for (; lines[at]?.from === 'agent'; at += 1) {
      const message = lines[at]?.message ?? {};
      const { id, method } = message;
      // An answer has the id that the client gave its question here.
      const own = method === undefined ? { id: ids.get(id) } : {};
      output.write(`${JSON.stringify({ ...message, ...own })}\n`);
    }
  };
  createInterface({ input }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    said.push(message);
    const expected = lines[at]?.message;
    const keeps =
      message.method === expected?.method &&
      JSON.stringify(message.result) === JSON.stringify(expected?.result);
    if (!keeps) astray ??= `${line} instead of ${JSON.stringify(expected)}`;
    if (message.method !== undefined) ids.set(expected?.id, message.id);
    at += 1;
    speak();
  });
  return { said, astray: () => astray };
}
