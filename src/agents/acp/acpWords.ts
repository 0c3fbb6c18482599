import { failureOfWords } from '../../model/agent/failureOfWords.ts';
import { providerError, type FailureSignal, type ProviderError } from './failureSignal.ts';
import type { AcpUpdate } from './acpMessages.ts';

export type AcpWords = ReturnType<typeof createAcpWords>;

const FINAL_TEXT_CHARACTERS = 4_000;
/** How much we keep of a message's beginning and of the end before its last chunk; these two decide. */
const HEAD_CHARACTERS = 4_000;
const TAIL_CHARACTERS = 1_000;

interface Message {
  readonly id: string | null;
  head: string;
  /** The end of the text before its last chunk. */
  before: string;
  /** Whether that text ends inside a fence. */
  quoted: boolean;
  chunk: string;
}

type Chunk = Extract<AcpUpdate, { readonly sessionUpdate: 'agent_message_chunk' }>;

/** What we know at the end of a turn. */
interface Seen {
  message: Message | null;
  /** What it reported of its provider, unless it has done anything since. */
  error: ProviderError | null;
  givesIds: boolean;
}

/**
 * What an agent has said since its last tool call, split into messages.
 *
 * @param signal how this agent reports that its provider failed; null if it has no way of its own
 */
export function createAcpWords(signal: FailureSignal | null) {
  const seen: Seen = { message: null, error: null, givesIds: false };
  const calls = new Set<string>();
  let text = '';

  /** The agent was prompted again: what follows answers that prompt. */
  const cut = (): void => {
    text = '';
    seen.message = null;
  };

  const say = (said: string, id: string | null): boolean => {
    if (id !== null) [seen.givesIds, seen.error] = [true, null];
    const before = seen.message;
    const begins = before === null || before.id !== id;
    if (begins && before !== null) text = `${text.trimEnd()}\n\n`;
    const message = begins ? { id, head: '', before: '', quoted: false, chunk: '' } : before;
    seen.message = message;
    extend(message, said);
    text = (text + said).slice(-FINAL_TEXT_CHARACTERS);
    return begins;
  };

  const hear = (update: Chunk): boolean => {
    const [said, id] = ['text' in update.content ? update.content.text : '', update.messageId ?? null];
    const isNotice = id === null && signal?.by === 'message-without-id' && signal.notices.test(said);
    return said === '' || isNotice ? false : say(said, id);
  };

  return {
    cut,
    /** All messages, cut to their end. */
    finalText: (): string => text.trim(),
    /** What the agent said in place of an answer because its provider gave none; null if nothing looks like that. */
    failure: (): string | null => failureIn(seen, signal),
    /** True when a new message begins with it, so that the previous one has ended. */
    take(update: AcpUpdate): boolean {
      if (update.sessionUpdate === 'agent_message_chunk') return hear(update);
      if (update.sessionUpdate === 'session_info_update') {
        seen.error = providerError(update._meta) ?? seen.error;
      } else if (update.sessionUpdate !== 'usage_update') {
        seen.error = null;
        if ('toolCallId' in update && !calls.has(update.toolCallId)) {
          calls.add(update.toolCallId);
          cut();
        }
      }
      return false;
    },
  };
}

function failureIn({ message, error, givesIds }: Seen, signal: FailureSignal | null): string | null {
  const notAnswered = message?.id === null ? message.head.trim() : '';
  if (error !== null && notAnswered !== '') return `${error.status}${notAnswered}`;
  if (error !== null && !error.elsewhere) return error.words;
  if (notAnswered !== '' && givesIds && signal?.by === 'message-without-id') return notAnswered;
  return message === null ? null : failureOfWords(lastOf(message, signal));
}

function extend(message: Message, said: string): void {
  // An odd number of fences leaves one open, or closes an open one.
  message.quoted = message.quoted !== hasOddFences(message.chunk);
  message.before = (message.before + message.chunk).slice(-TAIL_CHARACTERS);
  message.chunk = said.slice(0, HEAD_CHARACTERS);
  message.head = (message.head + said).slice(0, HEAD_CHARACTERS);
}

/**
 * The last message when ids do not tell messages apart: an agent without ids sends a failure as a separate chunk right after
 * its other text. A chunk that continues a sentence, a quotation or a fence belongs to the text before.
 */
function lastOf({ id, head, before, quoted, chunk }: Message, signal: FailureSignal | null): string {
  if (id !== null || before.trim() === '') return head;
  if (signal?.by === 'last-chunk') {
    const last = lastParagraph(before + chunk);
    const fenced = quoted !== hasOddFences(chunk);
    if (last.startsWith(signal.begins) && !fenced) return last;
  }
  if (quoted) return head;
  const isItsOwn = signal?.by === 'last-chunk' && chunk.startsWith(signal.begins);
  return (isItsOwn ? NOT_LED_UP_TO : AT_A_SEAM).test(before) ? chunk : head;
}

const hasOddFences = (text: string): boolean => text.split('```').length % 2 === 0;

/** The last line if it is its own paragraph, else '': such a failure may come in several chunks. */
const lastParagraph = (text: string): string => /\n[ \t]*\r?\n([^\n]*)\s*$/.exec(text)?.[1]?.trim() ?? '';

/** The end of a sentence, followed at most by line ends. */
const AT_A_SEAM = /[.!?…](?:\s*\n\s*)?$/u;
/** An end that neither introduces a quotation nor leaves a word for the next chunk to continue. */
const NOT_LED_UP_TO = /[^\s"'`“‘«(:,](?:\s*\n\s*)?$/u;
