import type { AgentOutcome } from './agentOutcome.ts';

/** Keeps an agent's final message short enough for a journal line, whatever its characters. */
const MOST_BYTES = 2_400;

/**
 * The outcome with its final message cut to what is kept, so that everything derived from it is the same after a crash. Keeps
 * the end of a program's output, and the beginning of an agent's message.
 *
 * @param kind the agent's kind
 */
export function withKeptWords(outcome: AgentOutcome, kind: string): AgentOutcome {
  if (outcome.kind !== 'completed' || outcome.finalText === undefined) return outcome;
  const kept = kind === 'command' ? keptEnd(outcome.finalText) : keptBeginning(outcome.finalText);
  return kept === '' ? { kind: 'completed' } : { kind: 'completed', finalText: kept };
}

/** Cuts a message that is too long. */
export function keptBeginning(message: string): string {
  const text = message.trim().toWellFormed();
  return cutTo(text, (length) => text.slice(0, length));
}

function keptEnd(output: string): string {
  const text = output.trim().toWellFormed();
  return cutTo(text, (length) => text.slice(-length));
}

function cutTo(text: string, cut: (length: number) => string): string {
  let [fits, over] = [0, text.length + 1];
  while (over - fits > 1) {
    const length = Math.floor((fits + over) / 2);
    if (bytesInJson(cut(length)) <= MOST_BYTES) fits = length;
    else over = length;
  }
  // Never cut a surrogate pair.
  return fits === 0
    ? ''
    : cut(fits)
        .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
        .trim();
}

const bytesInJson = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;
